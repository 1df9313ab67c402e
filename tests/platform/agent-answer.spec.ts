import {
  type AgentAnswer,
  about,
  control,
  expect,
  isAccepted,
  notTested,
  requirement,
  test,
} from '../../fixtures/index.ts';

const ANSWERED = 'service-ai-prompt-answered';
const LONGEST = 200;

/** The answer that a rule is judged by: one that keeps it, since what is wrong once may come from a network; else the last. */
function pick(answers: readonly AgentAnswer[], keeps: (answer: AgentAnswer) => boolean): AgentAnswer {
  const [first] = answers;
  const answer = answers.find(keeps) ?? answers.at(-1) ?? first;
  if (!answer) throw new Error('AgentAnswers.all() gives one at least.');
  about(answer.exchange);
  return answer;
}

// "POST /chat/stream-chat-state (streams the state of an agent conversation)"
test(
  'the declared prompt is answered, well-formed line by line',
  requirement(ANSWERED),
  async ({ agentAnswers, routes }) => {
    // When the prompt is sent. Where the family is offered, another requirement owns a route that is not there.
    const answers = await agentAnswers.all(!routes.isOffered('ai-api'));
    const { exchange, streamed } = pick(answers, ({ streamed: { malformed } }) => malformed === undefined);

    // Then it is answered with JSON or events
    expect(exchange).toBeAccepted();
    expect(
      streamed.malformed?.slice(0, LONGEST) ?? 'JSON',
      'the first line of the answer that is neither JSON nor an event with JSON data',
    ).toBe('JSON');
    expect(streamed.parts.length, 'lines and events of the answer').toBeGreaterThan(0);

    // A server that answers everybody alike answers no prompt.
    control.distinguishes(exchange, [await agentAnswers.stranger()]);
  },
);

// "Stream conversations with AI agents": how a gateway divides it on the way is another matter.
test(
  'the answer to the declared prompt has more than one line or event',
  requirement('service-ai-answer-streamed'),
  async ({ agentAnswers, routes }) => {
    const answers = await agentAnswers.all(!routes.isOffered('ai-api'));
    const { exchange, streamed } = pick(answers, ({ streamed: { parts } }) => parts.length > 1);
    if (!isAccepted(exchange) || streamed.malformed !== undefined)
      notTested(`the prompt is not answered as it should be`, ANSWERED);
    expect(streamed.parts.length, 'lines and events of the answer').toBeGreaterThan(1);
    control.distinguishes(exchange, [await agentAnswers.stranger()]);
  },
);

// The same: a conversation has an end.
test(
  'the answer to the declared prompt ends',
  requirement('service-ai-answer-ends'),
  async ({ agentAnswers, routes }) => {
    const answers = await agentAnswers.all(!routes.isOffered('ai-api'));
    const { exchange } = pick(answers, ({ exchange: { unended } }) => unended === undefined);
    if (!isAccepted(exchange)) notTested(`the prompt is not answered`, ANSWERED);
    expect(exchange.unended ?? 'its end', 'how the answer ends').toBe('its end');
    control.distinguishes(exchange, [await agentAnswers.stranger()]);
  },
);
