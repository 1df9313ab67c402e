import type { Contract } from '../contract.ts';
import type { Operation, Scheme } from '../read-operation.ts';
import { visible } from '../visible-text.ts';
import {
  answerSchemaOf,
  type DescribedOperation,
  type DescribedParameter,
  type Description,
  describedOperations,
  jsonSchemaOf,
  type OperationObject,
} from './read-description.ts';
import { compareSchemas, compareValues, requiredToo, type Schema, type ValueDrift } from './schema-shape.ts';

/** Its place is such as `query search` or `answer items[].type`; empty for the operation as a whole. */
interface Drift extends ValueDrift {
  operation: string;
}

/** The operations that a description should have: SCIM has a standard, and other families have addresses of their own. */
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
      : [{ place: '', what: 'is missing' }];
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

function compareOperation(
  contract: Contract,
  operation: Operation,
  { operation: theirs, parameters }: DescribedOperation,
  description: Description,
): ValueDrift[] {
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

const inside = (what: string, found: readonly ValueDrift[]): ValueDrift[] =>
  found.map((one) => ({ ...one, place: `${what} ${one.place}`.trim() }));

/** What a header says beside the parameters of an operation. */
const NO_PARAMETER = /^(accept|content-type|authorization)$/i;

function compareParameters(
  ours: readonly DescribedParameter[],
  theirs: readonly DescribedParameter[],
): ValueDrift[] {
  const placeOf = ({ in: kind, name }: DescribedParameter): string => `${kind} ${name}`;
  const isNamed = (one: DescribedParameter): boolean => one.in !== 'path';
  const described = new Map(theirs.map((one) => [placeOf(one), one]));
  const known = new Map(ours.map((one) => [placeOf(one), one]));
  const newlyRequired = theirs.filter(
    (one) => one.required && !NO_PARAMETER.test(one.name ?? '') && !known.get(placeOf(one))?.required,
  );
  return [
    ...ours.filter(isNamed).flatMap((one): ValueDrift[] => {
      const place = placeOf(one);
      const same = described.get(place);
      if (!same) return [{ place, what: 'is missing' }];
      const schema = same.schema ?? Object.values(same.content ?? {})[0]?.schema;
      return one.schema && schema ? compareListed(one.schema, schema, place) : [];
    }),
    ...newlyRequired.filter(isNamed).map((one) => {
      const place = placeOf(one);
      return { place, what: requiredToo(known.has(place)) };
    }),
  ];
}

/** The values of a parameter, or of its items. Its type is not compared: every parameter is sent as text. */
function compareListed(ours: Schema, theirs: Schema, place: string): ValueDrift[] {
  return [
    ...compareValues(ours, theirs, 'request', place),
    ...(ours.items ? compareValues(ours.items, theirs.items ?? theirs, 'request', place) : []),
  ];
}

const AUTHORIZATION = 'the Authorization header';

/** How a credential is sent: in the Authorization header, and behind which word where that is said. */
const behind = (word: string): string =>
  word ? `"${word.toLowerCase()}" in ${AUTHORIZATION}` : AUTHORIZATION;

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
  const described = alternatives.flatMap((one) =>
    Object.keys(one ?? {}).map((name) => carrierOf(schemes[name])),
  );
  const owed = behind(scheme.prefix.trim());
  if (described.includes(owed) || described.includes(AUTHORIZATION)) return undefined;
  return `takes ${[...new Set(described)].join(' or ') || 'no credential'} rather than ${owed}`;
}

function carrierOf(described: Record<string, unknown> | undefined): string {
  const { type, scheme, in: place, name } = described ?? {};
  if (type === 'oauth2' || type === 'openIdConnect') return behind('bearer');
  if (type === 'http') return behind(String(scheme));
  if (type !== 'apiKey') return type === undefined ? 'a scheme that is not described' : `${type}`;
  const isOurs = place === 'header' && String(name).toLowerCase() === 'authorization';
  return isOurs ? AUTHORIZATION : `the ${place} ${name}`;
}

/** How long a part of a line may get: names and values are those of the description. */
const LONGEST = 160;

/** A difference in one line, as observations and failures tell it. */
export const describeDrift = ({ operation, place, what }: Drift): string =>
  visible(`${operation}${place === '' ? '' : `: ${place}`} ${what}`);

/** The differences as a table, a line each. */
export function driftTable(drifts: readonly Drift[]): string[] {
  const rows = [
    ['operation', 'where', 'drift'],
    ...drifts.map(({ operation, place, what }) => [operation, place || 'the operation', what]),
  ].map((row) => row.map((part) => visible(part, LONGEST)));
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map(([operation = '', place = '', what = '']) =>
    [operation.padEnd(widths[0] ?? 0), place.padEnd(widths[1] ?? 0), what].join('  '),
  );
}
