/** What a gateway answers in place of the target. */
export interface GatewayAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What becomes of one request on its way to the target. */
export interface Fate {
  /** How long the request is under way before anybody sees it. */
  readonly delayMs: number;
  /** The gateway's own answer; undefined when the target answers. */
  readonly instead: GatewayAnswer | undefined;
  /** Whether the connection ends with the answer. */
  readonly closes: boolean;
}

const [LEAST_DELAY_MS, MOST_DELAY_MS] = [25, 60];
const SHARE_ANSWERED_BY_GATEWAY = 0.01;
const SHARE_CLOSED = 0.02;

const page = (status: number, title: string, more: Record<string, string> = {}): GatewayAnswer => ({
  status,
  headers: { 'content-type': 'text/html', ...more },
  body: `<html><head><title>${status} ${title}</title></head><body><h1>${title}</h1></body></html>\n`,
});
const text = (status: number, body: string): GatewayAnswer => ({
  status,
  headers: { 'content-type': 'text/plain' },
  body,
});

/** Given in turn, so that a run meets each of them. */
const GATEWAY_ANSWERS: readonly GatewayAnswer[] = [
  page(429, 'Too Many Requests', { 'retry-after': '1' }),
  text(429, 'Too many requests'),
  page(502, 'Bad Gateway'),
  text(503, 'upstream connect error or disconnect before headers'),
];

/**
 * Numbers from 0 up to but not including 1 that look random (mulberry32).
 *
 * @param seed - the same seed gives the same numbers
 */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The fates of requests, one after the other.
 *
 * @param seed - the same seed gives the same fates
 */
export function fates(seed: number): () => Fate {
  const random = generator(seed);
  let answered = 0;
  return () => {
    // Each request draws all three numbers, so that its place alone decides what it meets.
    const [delay, gateway, close] = [random(), random(), random()];
    const isAnswered = gateway < SHARE_ANSWERED_BY_GATEWAY;
    return {
      delayMs: LEAST_DELAY_MS + delay * (MOST_DELAY_MS - LEAST_DELAY_MS),
      instead: isAnswered ? GATEWAY_ANSWERS[answered++ % GATEWAY_ANSWERS.length] : undefined,
      closes: close < SHARE_CLOSED,
    };
  };
}

/**
 * Some of a list, in an order that looks random.
 *
 * @param count - how many; all of them unless given
 */
export function shuffled<Item>(items: readonly Item[], seed: number, count = items.length): Item[] {
  const random = generator(seed);
  return items
    .map((item) => ({ item, place: random() }))
    .sort((left, right) => left.place - right.place)
    .slice(0, count)
    .map(({ item }) => item);
}
