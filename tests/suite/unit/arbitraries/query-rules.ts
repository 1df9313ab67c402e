import { isDeepStrictEqual } from 'node:util';
import { writeUrl } from '../../../../fixtures/http/url.ts';
import type { WorkspaceSnapshot } from '../../../../fixtures/workspace/snapshot.ts';
import type { ListingQuery } from '../../../../fixtures/workspace/workspace-client.ts';
import { listingProblems } from './sampling.ts';
import { problemsIn } from './session-rules.ts';

/** Rules that queries of the workspace listing keep, written independently of the arbitraries. */

export const TYPES = ['FOLDER', 'WORKBOOK', 'REPORT'] as const;
export const MAX_PAGE_SIZE = 100;

/** What the contract finds wrong with a query, and what would not reach the target as intended. */
export function queryProblems(query: ListingQuery): unknown[] {
  const sent = Object.entries(query).map(([name, value]) => [name, [value].flat().map(String)]);
  let arrived: unknown;
  try {
    const { searchParams } = new URL(writeUrl('https://a.example', '', {}, { ...query }));
    arrived = Object.keys(query).map((name) => [name, searchParams.getAll(name)]);
  } catch (error) {
    return [`cannot be written as a URL: ${error}`];
  }
  return problemsIn(listingProblems(query), isDeepStrictEqual(arrived, sent) ? [] : [{ sent, arrived }]);
}

/** Whether a name contains a text, regardless of case. */
export const includes = (name: string, text: string): boolean =>
  name.toLowerCase().includes(text.toLowerCase());

/** Reports a query for something unknown: for a folder that was not read to its end, or a text that no name contains. */
export function knownProblems(
  { folderId, search }: ListingQuery,
  { all: items, contents }: WorkspaceSnapshot,
): string[] {
  const isFound = items.some(({ name }) => includes(name, search ?? ''));
  return [
    ...(folderId !== undefined && search !== undefined ? ['has both a folder and a search'] : []),
    ...(folderId !== undefined && !contents.has(folderId) ? ['names a folder that was not read'] : []),
    ...(search?.trim() === '' || search !== search?.trim()
      ? ['searches for a text with a blank at one end']
      : []),
    ...(isFound ? [] : ['searches for a text that no name contains']),
  ];
}

export const orderProblems = ({ orderByField, orderByDirection }: ListingQuery): string[] =>
  Boolean(orderByField) === Boolean(orderByDirection)
    ? []
    : ['has only a field or only a direction of an order'];

export const sizeProblems = (first: number, max = MAX_PAGE_SIZE): string[] => [
  ...(Number.isInteger(first) && first >= 1 ? [] : [`${first} is not a page size`]),
  ...(first > max ? [`${first} is more than ${max}`] : []),
];
