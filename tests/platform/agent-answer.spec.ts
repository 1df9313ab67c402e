import {
  type AgentAnswer,
  about,
  endIfStrangersGetTheSame,
  expect,
  isAccepted,
  notTested,
  requirement,
  test,
} from '../../fixtures/index.ts';

const ANSWERED = 'service-ai-prompt-answered';
const LONGEST = 200;

/** [requirement, claim, whether an answer keeps it, how the one that it is judged by shows it] */
const CLAIMS: readonly (readonly [
  id: string,
  claim: string,
  keeps: (answer: AgentAnswer) => boolean,
  judge: (answer: AgentAnswer) => void,
])[] = [
  [
    ANSWERED,
    'the declared prompt is answered, well-formed line by line',
    ({ streamed }) => streamed.malformed === undefined,
    ({ exchange, streamed }) => {
      expect(exchange).toBeAccepted();
      expect(
        streamed.malformed?.slice(0, LONGEST) ?? 'JSON',
        'the first line of the answer that is neither JSON nor an event with JSON data',
      ).toBe('JSON');
      expect(streamed.parts.length, 'lines and events of the answer').toBeGreaterThan(0);
    },
  ],
  // How a gateway divides the stream on the way is another matter.
  [
    'service-ai-answer-streamed',
    'the answer to the declared prompt has more than one line or event',
    ({ streamed }) => streamed.parts.length > 1,
    ({ exchange, streamed }) => {
      if (!isAccepted(exchange) || streamed.malformed !== undefined)
        notTested('the declared prompt is refused, or its answer is not well-formed', ANSWERED);
      expect(streamed.parts.length, 'lines and events of the answer').toBeGreaterThan(1);
    },
  ],
  // The same: a conversation has an end.
  [
    'service-ai-answer-ends',
    'the answer to the declared prompt ends',
    ({ exchange }) => exchange.unended === undefined,
    ({ exchange }) => {
      if (!isAccepted(exchange)) notTested('the declared prompt is refused', ANSWERED);
      expect(exchange.unended ?? 'its end', 'how the answer ends').toBe('its end');
    },
  ],
];

for (const [id, claim, keeps, judge] of CLAIMS)
  test(claim, requirement(id), async ({ agentAnswers, routes }) => {
    // Where the family is offered, another requirement owns a route that is not there.
    const answers = await agentAnswers.all(!routes.isOffered('ai-api'));
    // What is wrong once may come from a network.
    const answer = answers.find(keeps) ?? answers.at(-1);
    if (!answer) throw new Error('AgentAnswers.all() gives one at least.');
    about(answer.exchange);
    judge(answer);
    // A server that answers everybody alike answers no prompt.
    endIfStrangersGetTheSame(answer.exchange, [await agentAnswers.stranger()]);
  });
