import { parseBody } from '../../../fixtures/http/body.ts';
import { type Exchange, mediaTypeOf, movedBySlash } from '../../../fixtures/http/exchange.ts';
import type { HarEntry } from '../../../schemas/har.ts';

/** Headers by name in lower case, as the client reads them. */
const headersOf = (headers: HarEntry['response']['headers']): Record<string, string> =>
  Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));

/**
 * A recorded answer, as the client would have read it.
 *
 * @returns undefined where no answer came, or its body was left out
 */
export function exchangeOf({ request, response, _operation }: HarEntry): Exchange | undefined {
  const { content, status } = response;
  if (status === 0 || content.text === undefined) return undefined;
  const headers = headersOf(response.headers);
  const movedTo = movedBySlash(request.url, status, headers);
  return {
    operation: _operation,
    status,
    headers,
    mediaType: mediaTypeOf(headers),
    text: content.text,
    ...parseBody({ text: content.text }),
    ...(movedTo === undefined ? {} : { movedTo }),
    curl: '',
  };
}

/** An exchange in words, for a message. */
export const placeOf = ({ pageref, _number, _operation, response }: HarEntry): string =>
  `exchange ${_number} (${pageref}, ${_operation} answered ${response.status})`;
