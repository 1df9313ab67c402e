import { type Shard, shardsIn } from '../schemas/evidence.ts';
import { sentences } from './lists.ts';

/** Parts of a run that was split, as far as they are there. */
export interface Shards {
  /** The one that these results come from, where they come from one alone. */
  alone: Shard | null;
  count: number;
  problems: string[];
}

/** Shards of one run begin within this time: one that is older is left over from another run. */
const SAME_RUN_HOURS = 12;
const HOUR_MS = 3_600_000;

export const oneShard = (alone: Shard | null): Shards => ({ alone, count: 1, problems: [] });

/** What was merged, by the metadata of the merged configuration, in which build: blobs of another one may lie where its shards left none. */
export function mergedShards(metadata: object, own = ''): Shards {
  const found = shardsIn(metadata);
  const there = new Set(found.map(({ current }) => current));
  const totals = [...new Set(found.map(({ total }) => total))];
  const all = Array.from({ length: Math.max(0, ...totals) }, (_, index) => index + 1);
  const times = found.map(({ begun }) => begun.getTime());
  const builds = new Set(found.map(({ build }) => build).filter(Boolean));
  if (own && builds.size > 0) builds.add(own);
  const hours = (Math.max(...times) - Math.min(...times)) / HOUR_MS;
  const problems = [
    ...sentences(
      found.length === 0 && 'nothing says which shards were merged: were they made by this suite?',
    ),
    ...all
      .filter((one) => !there.has(one))
      .map((one) => `shard ${one} of ${all.length} is missing: add its blob, and merge again`),
    ...sentences(
      totals.length > 1 &&
        `shards of several runs were merged (of ${totals.join(' and of ')}): remove the blobs of the other run`,
      new Set(found.map(({ tests }) => tests)).size > 1 &&
        'shards of several versions of the suite were merged, which divide its tests otherwise: run all of them at one commit',
      builds.size > 1 &&
        `shards of several builds were merged (${[...builds].join(', ')}): is one left over from another run? Remove it, and merge again`,
      hours > SAME_RUN_HOURS &&
        `the shards began ${Math.round(hours)} hours apart: is one left over from another run? Remove it, and merge again`,
    ),
  ];
  return { alone: null, count: Math.max(1, found.length), problems };
}
