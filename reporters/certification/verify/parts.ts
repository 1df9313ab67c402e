import { parse } from 'lossless-json';
import { z } from 'zod';
import {
  type BundleFile,
  manifestSchema,
  settingsSchema,
  statementSchema,
  suiteSchema,
} from '../../../schemas/certificate.ts';
import { harSchema } from '../../../schemas/har.ts';
import { parseReport } from '../../read-report.ts';
import { sha256 } from '../digests.ts';
import type { BundleParts } from '../pack.ts';
import type { Bundle } from '../read-bundle.ts';

export interface Check {
  name: string;
  /** What holds, in a sentence; of what could not be looked at, why. */
  says: string;
  problems: string[];
  isSkipped?: true;
  /** What was noticed, and is held against nobody. */
  observed?: string[];
}

/** How many problems of a check are told: one is enough to refuse a bundle. */
const TOLD = 12;

export function checked(name: string, says: string, problems: readonly string[]): Check {
  const distinct = [...new Set(problems)];
  const more = distinct.length - TOLD;
  return {
    name,
    says,
    problems: [...distinct.slice(0, TOLD), ...(more > 0 ? [`and ${more} more of this kind`] : [])],
  };
}

export interface Parts extends BundleParts {
  settings: z.output<typeof settingsSchema>;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** JSON that has one meaning: a key that is there twice is another value to each reader. @throws Error where it is none */
function parsed(bytes: Buffer): unknown {
  const onDuplicateKey = ({ key }: { key: string }): never => {
    throw new Error(`it holds the key ${JSON.stringify(key)} twice in one object`);
  };
  try {
    return parse(utf8.decode(bytes), undefined, { parseNumber: Number, onDuplicateKey });
  } catch (error) {
    // The parser calls itself for each level.
    if (error instanceof RangeError)
      throw new Error('it nests deeper than anything that this release writes');
    throw error;
  }
}

export function checkManifest(bundle: Bundle): Check {
  const others = [...bundle].filter(([name]) => name !== 'manifest.json' && name !== 'signature.dsse.json');
  try {
    const manifest = manifestSchema.parse(parsed(bundle.get('manifest.json') as Buffer));
    const digests: Record<string, string | undefined> = manifest.files;
    const wrong = others
      .filter(([name, bytes]) => digests[name] !== sha256(bytes))
      .map(([name]) =>
        digests[name] === undefined
          ? `manifest.json does not name ${name}`
          : `${name} is not the file that manifest.json speaks of: its SHA-256 differs`,
      );
    return checked('manifest', `${others.length} files, each with its digest`, wrong);
  } catch (error) {
    return checked('manifest', '', [`manifest.json ${sentence(error)}`]);
  }
}

export function readParts(bundle: Bundle): { check: Check; parts?: Parts } {
  const problems: string[] = [];
  const read = <Part>(name: BundleFile, parse: (value: unknown) => Part): Part | undefined => {
    try {
      return parse(parsed(bundle.get(name) as Buffer));
    } catch (error) {
      problems.push(`${name} ${sentence(error)}`);
      return undefined;
    }
  };
  const statement = read('statement.json', (value) => statementSchema.parse(value));
  const report = read('report.json', parseReport);
  const har = read('exchanges.har', (value) => harSchema.parse(value));
  const suite = read('suite.json', (value) => suiteSchema.parse(value));
  const settings = read('settings.json', (value) => settingsSchema.parse(value));
  const check = checked('schemas', 'every file has the shape of this release', problems);
  return statement && report && har && suite && settings
    ? { check, parts: { statement, report, har, suite, settings } }
    : { check };
}

/** What is wrong with a file, where it is: the rest of a sentence that begins with its name. */
function sentence(error: unknown): string {
  if (!(error instanceof z.ZodError)) return `cannot be read: ${(error as Error).message}`;
  const [first] = error.issues;
  const at = first && first.path.length > 0 ? `/${first.path.map(String).join('/')} ` : '';
  return `is not as this release writes it: ${at}${first?.message ?? ''}`;
}
