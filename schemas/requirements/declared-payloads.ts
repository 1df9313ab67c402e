import { type Requirement, should } from './row.ts';

const CORE_DATA = 'What the service does, Core Data API';
const AGENT = 'What the service does, AI API POST /chat/stream-chat-state';

/**
 * The Core Data API and the AI API, whose payloads the interface does not show: an answer to what a tester declares is
 * good practice.
 * A profile of their own: who requires `data-api` or `ai-api` need declare nothing.
 */
export const declaredPayloads: readonly Requirement[] = [
  should('service-data-query-answered', 'payloads', ['data-api', 'data-query'], {
    source: `${CORE_DATA} POST /v1/load`,
    statement: 'The declared JSON query is answered with a success and JSON.',
    remedy:
      'answer the query of TARGET_DATA_QUERY with 2xx and JSON; where the body of the request has another form, set it to the whole body',
  }),
  should('service-data-sql-answered', 'payloads', ['data-api', 'data-sql'], {
    source: `${CORE_DATA} POST /v1/coresql`,
    statement: 'The declared SQL query is answered with a success and JSON, as one text or line by line.',
    remedy:
      'answer the SQL of TARGET_DATA_SQL with 2xx and JSON; where the route has another name, set TARGET_DATA_SQL_PATH',
  }),
  should('service-data-meta-names-members', 'payloads', ['data-api', 'data-query'], {
    source: `${CORE_DATA} GET /v1/meta`,
    statement:
      'The metadata are JSON, and name every measure, dimension and segment that the declared query names.',
    remedy: 'list every member of the data model that queries may name in the answer of GET /v1/meta',
  }),
  should('service-ai-prompt-answered', 'payloads', ['ai-api', 'ai-prompt'], {
    source: AGENT,
    statement:
      'The declared prompt is answered with a success that is well-formed line by line: JSON, or Server-Sent Events whose data are JSON.',
    remedy:
      'answer TARGET_AI_PROMPT with 2xx, and write each state as one line of JSON or as an event with JSON data; where the body of the request has another form, set it to the whole body',
  }),
  should('service-ai-answer-streamed', 'payloads', ['ai-api', 'ai-prompt'], {
    source: AGENT,
    statement: 'The answer to the declared prompt is a stream: it has more than one line or event.',
    remedy: 'send each state of the conversation as it is reached, rather than the last one alone',
  }),
  should('service-ai-answer-ends', 'payloads', ['ai-api', 'ai-prompt'], {
    source: AGENT,
    statement: 'The answer to the declared prompt ends.',
    remedy:
      'close the stream when the agent is done; for an agent that takes longer, set TARGET_AI_ANSWER_SECONDS',
  }),
];
