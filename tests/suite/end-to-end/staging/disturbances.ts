import { type OwnAnswer, page, text } from '../../support/proxy/treatment.ts';
import { randomNumbers } from './random.ts';

/** What a gateway does to one request. */
interface Disturbance {
  /** How long the request is delayed before the gateway handles it. */
  readonly delayMs: number;
  /** The gateway's own answer; undefined when the target answers. */
  readonly instead: OwnAnswer | undefined;
  /** Whether the connection is closed after the answer. */
  readonly closes: boolean;
}

const [MIN_DELAY_MS, MAX_DELAY_MS] = [25, 60];
const SHARE_ANSWERED_BY_GATEWAY = 0.01;
const SHARE_CLOSED = 0.02;

/** Used in turn, so that a run meets each of them. */
const GATEWAY_ANSWERS: readonly OwnAnswer[] = [
  page(429, 'Too Many Requests', { 'retry-after': '1' }),
  text(429, 'Too many requests'),
  page(502, 'Bad Gateway'),
  text(503, 'upstream connect error or disconnect before headers'),
];

/**
 * A generator of the disturbances of successive requests.
 *
 * @param seed - the same seed gives the same disturbances
 */
export function disturbances(seed: number): () => Disturbance {
  const random = randomNumbers(seed);
  let answered = 0;
  return () => {
    // Each request draws all three numbers, so that what happens to it depends only on its position.
    const [delay, gateway, close] = [random(), random(), random()];
    const isAnswered = gateway < SHARE_ANSWERED_BY_GATEWAY;
    return {
      delayMs: MIN_DELAY_MS + delay * (MAX_DELAY_MS - MIN_DELAY_MS),
      instead: isAnswered ? GATEWAY_ANSWERS[answered++ % GATEWAY_ANSWERS.length] : undefined,
      closes: close < SHARE_CLOSED,
    };
  };
}
