import { type Shard, shardsIn } from '../schemas/evidence.ts';

/** Parts of a run that was split, as far as they are there. */
export interface Shards {
  /** The one that these results come from, where they come from one alone. */
  alone: Shard | null;
  /** How many there are. */
  count: number;
  /** What keeps them from being one whole run; empty where nothing does. */
  problems: string[];
}

/** Shards of one run begin within this time: one that is older is left over from another run. */
const SAME_RUN_HOURS = 12;
const HOUR_MS = 3_600_000;

/** A run that was not split, or one part of it alone. */
export const oneShard = (alone: Shard | null): Shards => ({ alone, count: 1, problems: [] });

/** What was merged, by the metadata of the merged configuration. */
export function mergedShards(metadata: object): Shards {
  const found = shardsIn(metadata);
  const totals = [...new Set(found.map(({ total }) => total))];
  return {
    alone: null,
    count: Math.max(1, found.length),
    problems: [...missing(found), ...strange(found, totals)],
  };
}

function missing(found: readonly Shard[]): string[] {
  if (found.length === 0) return ['nothing says which shards were merged: were they made by this suite?'];
  const total = Math.max(...found.map((one) => one.total));
  const there = new Set(found.map(({ current }) => current));
  const absent = Array.from({ length: total }, (_, index) => index + 1).filter((one) => !there.has(one));
  return absent.map((one) => `shard ${one} of ${total} is missing: add its blob, and merge again`);
}

/** Blobs of another run lie beside those of this one. */
function strange(found: ReturnType<typeof shardsIn>, totals: readonly number[]): string[] {
  const times = found.map(({ begun }) => begun.getTime());
  const hours = (Math.max(...times) - Math.min(...times)) / HOUR_MS;
  return [
    ...(totals.length > 1
      ? [
          `shards of several runs were merged (of ${totals.join(' and of ')}): remove the blobs of the other run`,
        ]
      : []),
    ...(hours > SAME_RUN_HOURS
      ? [
          `the shards began ${Math.round(hours)} hours apart: is one left over from another run? Remove it, and merge again`,
        ]
      : []),
  ];
}
