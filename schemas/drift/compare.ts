import type { Contract } from '../contract.ts';
import { nearest } from '../nearest.ts';
import type { Operation, Scheme } from '../read-operation.ts';
import {
  answerSchemaOf,
  type DescribedOperation,
  type DescribedParameter,
  type Description,
  describedOperations,
  jsonSchemaOf,
  type OperationObject,
} from './read-description.ts';
import type { Schema } from './schema-shape.ts';
import { compareSchemas, compareValues } from './schema-shape.ts';

/** Something that a description says otherwise than the contract. */
export interface Drift {
  /** Method and path of the contract. */
  operation: string;
  /** Such as `query search` or `answer items[].type`; empty for the operation as a whole. */
  place: string;
  what: string;
}

/**
 * The operations that a description of the Platform API should have: those whose method the interface shows. SCIM has a
 * standard, and the other families have base addresses of their own.
 */
export const operationsToDescribe = (contract: Contract): Operation[] =>
  contract.operations.filter(
    ({ family, path, method, describesAnswer }) =>
      family === 'platform' && !path.startsWith('/scim/') && (describesAnswer || method !== 'GET'),
  );

/**
 * Compares a target's own description, dereferenced, with the contract, operation by operation. Pure. Never drift: what stands
 * before the paths of the contract, further operations, optional parameters and fields, and what path parameters and components
 * are called.
 */
export function compareDescription(
  contract: Contract,
  operations: readonly Operation[],
  description: Description,
): Drift[] {
  const described = describedOperations(description);
  return operations.flatMap((operation) => {
    const name = `${operation.method} ${operation.path}`;
    const theirs = findOperation(operation, described);
    const found = theirs
      ? compareOperation(contract, operation, theirs, description)
      : [{ place: '', what: `is missing${nearestTo(operation, described)}` }];
    return found.map((one) => ({ operation: name, ...one }));
  });
}

/** Path parameters may have any name. */
const parts = (path: string): string[] =>
  path.split('/').map((part) => (/^\{[^}]*\}$/.test(part) ? '{}' : part));

/** The operation of a description whose path ends with that of the contract: the one with the least before it. */
function findOperation(
  { method, path }: Pick<Operation, 'method' | 'path'>,
  described: readonly DescribedOperation[],
): DescribedOperation | undefined {
  const wanted = parts(path).join('/');
  const lengthOf = ({ paths }: DescribedOperation): number =>
    Math.min(...paths.filter((one) => parts(one).join('/').endsWith(wanted)).map((one) => one.length));
  return described
    .filter((one) => one.method === method && Number.isFinite(lengthOf(one)))
    .sort((a, b) => lengthOf(a) - lengthOf(b))[0];
}

/** What a missing operation may have become. */
function nearestTo({ method, path }: Operation, described: readonly DescribedOperation[]): string {
  const methods = described.flatMap((one) =>
    findOperation({ method: one.method, path }, [one]) ? one.method : [],
  );
  if (methods.length > 0) return `; its path has ${methods.join(' and ')} alone`;
  const paths = described.filter((one) => one.method === method).map((one) => one.paths.at(-1) ?? '');
  return paths.length > 0 ? `; the nearest is ${method} ${nearest(path, paths)}` : '';
}

type Found = Omit<Drift, 'operation'>;

function compareOperation(
  contract: Contract,
  operation: Operation,
  { operation: theirs, parameters }: DescribedOperation,
  description: Description,
): Found[] {
  const asks = contract.requestSchema(operation.id) as Schema | undefined;
  const answers = contract.answerSchema(operation.id) as Schema | undefined;
  const security = compareSecurity(operation.scheme, theirs, description);
  return [
    ...(security ? [{ place: 'security', what: security }] : []),
    ...compareParameters(operation.parameters as DescribedParameter[], parameters),
    ...(asks ? inside('request', compareSchemas(asks, jsonSchemaOf(theirs.requestBody), 'request')) : []),
    ...(answers ? inside('answer', compareSchemas(answers, answerSchemaOf(theirs), 'answer')) : []),
  ];
}

const inside = (what: string, found: readonly Found[]): Found[] =>
  found.map((one) => ({ ...one, place: `${what} ${one.place}`.trim() }));

/** What a header says beside the parameters of an operation. */
const NO_PARAMETER = /^(accept|content-type|authorization)$/i;

function compareParameters(
  ours: readonly DescribedParameter[],
  theirs: readonly DescribedParameter[],
): Found[] {
  const placeOf = ({ in: kind, name }: DescribedParameter): string => `${kind} ${name}`;
  const described = new Map(theirs.map((one) => [placeOf(one), one]));
  const known = new Set(ours.map(placeOf));
  const required = theirs.filter(
    (one) =>
      one.required &&
      one.in !== 'path' &&
      !NO_PARAMETER.test(one.name ?? '') &&
      !isRequired(ours, placeOf(one)),
  );
  return [
    ...ours
      .filter((one) => one.in !== 'path')
      .flatMap((one): Found[] => {
        const place = placeOf(one);
        const same = described.get(place);
        if (!same) return [{ place, what: 'is missing' }];
        const schema = same.schema ?? Object.values(same.content ?? {})[0]?.schema;
        return one.schema && schema ? compareListed(one.schema, schema, place) : [];
      }),
    ...required.map((one) => ({
      place: placeOf(one),
      what: known.has(placeOf(one))
        ? 'is required, and optional in the contract'
        : 'is required, and not in the contract',
    })),
  ];

  function isRequired(all: readonly DescribedParameter[], place: string): boolean {
    return all.some((one) => one.required === true && placeOf(one) === place);
  }
}

/** The values of a parameter, or of its items. Its type is not compared: every parameter is sent as text. */
function compareListed(ours: Schema, theirs: Schema, place: string): Found[] {
  return [
    ...compareValues(ours, theirs, 'request', place),
    ...(ours.items ? compareValues(ours.items, theirs.items ?? theirs, 'request', place) : []),
  ];
}

/** How a credential is sent: where, and, in the Authorization header, behind which word. Undefined: the description does not say. */
interface Carrier {
  place: string;
  word?: string;
}

const AUTHORIZATION = 'the Authorization header';

/**
 * What a description says otherwise of the credential of an operation; undefined where nothing. A bearer token may be described
 * as one of OAuth 2 or OpenID Connect, and each credential as a key in the Authorization header. Where the description says
 * nothing, nothing drifts.
 */
function compareSecurity(
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
