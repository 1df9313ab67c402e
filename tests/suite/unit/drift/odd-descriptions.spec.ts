import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { type Document, driftOf } from './sample-description.ts';

/** Every object and array of a document. */
const holdersIn = (node: Document): Document[] =>
  typeof node === 'object' && node !== null ? [node, ...Object.values(node).flatMap(holdersIn)] : [];

const JUNK = [
  null,
  true,
  7,
  '',
  'text',
  [],
  [null],
  {},
  { type: 7, enum: 7, properties: 7, required: 7, allOf: 7 },
];

test('whatever a description holds, comparing it ends with an answer, or says that it is none', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.constantFrom(...JUNK)), { minLength: 1, maxLength: 8 }),
      async (changes) => {
        const told = await driftOf((document) => {
          for (const [holder, key, junk] of changes) {
            const holders = holdersIn(document.paths).concat(
              holdersIn(document.components),
              holdersIn(document.servers),
            );
            const changed = holders[holder % holders.length];
            const keys = Object.keys(changed);
            if (keys.length > 0) changed[keys[key % keys.length] as string] = structuredClone(junk);
          }
        }).catch((error: Error) => [`${error.name}: ${error.message}`]);
        expect(told.filter((line) => /^\w*Error: /.test(line))).toEqual([]);
      },
    ),
    { numRuns: 60, seed: 1 },
  );
});
