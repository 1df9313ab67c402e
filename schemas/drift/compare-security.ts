import type { Scheme } from '../operation.ts';
import type { Description, OperationObject } from './described-operations.ts';

/** How a credential is sent: where, and, in the Authorization header, behind which word. Undefined: the description does not say. */
interface Carrier {
  place: string;
  word?: string;
}

const AUTHORIZATION = 'the Authorization header';

/**
 * What a description says otherwise of the credential of an operation. A bearer token may be described as one of OAuth 2 or
 * OpenID Connect, and each credential as a key in the Authorization header. Where the description says nothing, nothing drifts.
 *
 * @param scheme - the contract's
 * @returns undefined where it is the same
 */
export function compareSecurity(
  scheme: Scheme,
  operation: OperationObject,
  description: Description,
): string | undefined {
  const alternatives = operation.security ?? description.security;
  if (!Array.isArray(alternatives)) return undefined;
  const schemes = description.components?.securitySchemes ?? {};
  const carriers = alternatives.flatMap((one) =>
    Object.keys(one ?? {}).map((name) => carrierOf(schemes[name])),
  );
  const word = scheme.prefix.trim().toLowerCase();
  if (carriers.some((one) => one.place === AUTHORIZATION && (one.word === undefined || one.word === word)))
    return undefined;
  const described = [...new Set(carriers.map(inWords))].join(' or ');
  return `takes ${described || 'no credential'} rather than ${inWords({ place: AUTHORIZATION, word })}`;
}

function carrierOf(described: Record<string, unknown> | undefined): Carrier {
  const { type, scheme, in: place, name } = described ?? {};
  if (type === 'oauth2' || type === 'openIdConnect') return { place: AUTHORIZATION, word: 'bearer' };
  if (type === 'http') return { place: AUTHORIZATION, word: String(scheme).toLowerCase() };
  if (type !== 'apiKey') return { place: type === undefined ? 'a scheme that is not described' : `${type}` };
  return place === 'header' && String(name).toLowerCase() === 'authorization'
    ? { place: AUTHORIZATION }
    : { place: `the ${place} ${name}` };
}

const inWords = ({ place, word }: Carrier): string => (word ? `"${word}" in ${place}` : place);
