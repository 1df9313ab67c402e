import { parse } from 'yaml';
import { fencedBlocks } from './files.ts';

/** The pipeline in docs/ci.md. */

interface Job {
  readonly stage: string;
  readonly script: readonly string[];
  readonly parallel?: number;
  readonly when?: string;
  readonly needs?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly artifacts: {
    readonly when: string;
    readonly paths: readonly string[];
    readonly reports?: Readonly<Record<string, string>>;
  };
}

interface Pipeline {
  readonly stages: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly default: { readonly image: string; readonly before_script: readonly string[] };
  readonly shard: Job;
  readonly verdict: Job;
}

/**
 * Reads it.
 *
 * @throws Error when no block of the document has stages
 */
export function readPipeline(): Pipeline {
  const block = fencedBlocks('docs/ci.md', 'yaml').find((text) => text.startsWith('stages:'));
  if (!block) throw new Error('docs/ci.md has no block of YAML that begins with stages');
  return parse(block) as Pipeline;
}
