import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { OverlayDescription } from './overlay-description.ts';

/** A change of the contract: `update` where `remove` is not true. */
export interface OverlayAction {
  target: string;
  update?: unknown;
  remove?: boolean | undefined;
}

/** An OpenAPI Overlay 1.0 document. */
export interface Overlay {
  /** The file as it was named. */
  path: string;
  description: OverlayDescription;
  actions: readonly OverlayAction[];
}

/** An object of the Overlay Specification: its fields, `x-` fields, and no others, since a misspelt one would do nothing. */
const extensible = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.looseObject(shape, { error: 'must be an object' }).superRefine((value, context) => {
    for (const name of Object.keys(value))
      if (!(name in shape) && !name.startsWith('x-'))
        context.addIssue(`has "${name}", which is no field of Overlay 1.0`);
  });

const text = z.string({ error: 'must be a text' }).min(1, 'must not be empty');

const action = extensible({
  target: text,
  description: text.optional(),
  update: z.unknown().optional(),
  remove: z.boolean({ error: 'must be true or false' }).optional(),
}).refine(({ update, remove }) => remove || update !== undefined, 'has neither update nor remove: true');

const overlayDocument = extensible({
  overlay: z
    .string({ error: 'must be 1.0.0' })
    .regex(/^1\.0\.\d+$/, 'must be 1.0.0: no other version is read'),
  info: extensible({ title: text, version: text }),
  extends: text.optional(),
  actions: z.array(action).min(1, 'must hold an action at least'),
});

/**
 * Reads an overlay.
 *
 * @param path - of a YAML or JSON file
 * @throws Error of one sentence that names the file: it cannot be read, or is no Overlay 1.0 document
 */
export function readOverlay(path: string): Overlay {
  const content = contentOf(path);
  const parsed = overlayDocument.safeParse(parsedContent(path, content));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = (issue?.path ?? []).map((part) =>
      typeof part === 'number' ? `[${part}]` : `.${String(part)}`,
    );
    throw wrongOverlay(
      path,
      ` is no Overlay 1.0 document: ${place.join('').slice(1) || 'it'} ${issue?.message}`,
    );
  }
  const { info, actions } = parsed.data;
  const digest = createHash('sha256').update(content).digest('hex');
  const description = { file: basename(path), title: info.title, version: info.version, digest };
  return { path, description, actions };
}

/** What is wrong with an overlay, as one sentence. */
export const wrongOverlay = (path: string, what: string): Error =>
  new Error(`CONFORMANCE_OVERLAY: ${path}${what.replace(/\.$/, '')}.`);

function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw wrongOverlay(path, ` cannot be read: ${(error as Error).message}`);
  }
}

function parsedContent(path: string, content: Buffer): unknown {
  try {
    return parse(content.toString('utf8'));
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n');
    throw wrongOverlay(path, ` is neither YAML nor JSON: ${line.replace(/:$/, '')}`);
  }
}
