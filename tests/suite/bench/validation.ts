import type { OpenAPIV3_1 } from 'openapi-types';
import { AnswerJudge } from '../../../fixtures/http/answer-judge.ts';
import { Journal } from '../../../fixtures/http/journal.ts';
import { strictAjv } from '../../../schemas/ajv.ts';
import { Contract } from '../../../schemas/contract.ts';
import { fullPage } from './full-page.ts';
import { interleaved } from './interleaved.ts';
import type { Measurement } from './measurement.ts';
import { ratios } from './spread.ts';

const OPERATION = 'workspaceObjects';
const ITEMS = 100;
/** A page takes some milliseconds: the mean of some makes one value, and there are some values in each repetition. */
const [PAGES, ROUNDS] = [20, 5];
const LIMIT = { atMost: 1.2 };

/** The schema of a page, as the contract has it. */
function schemaOf(contract: Contract): object {
  const { path } = contract.operation(OPERATION);
  const answer = contract.document.paths?.[path]?.get?.responses?.['200'] as
    | OpenAPIV3_1.ResponseObject
    | undefined;
  const schema = answer?.content?.['application/json']?.schema;
  if (!schema) throw new Error(`openapi.yaml describes no JSON for status 200 of ${OPERATION}.`);
  return schema;
}

/** The mean time of one call, in milliseconds. */
function timeOf(call: () => unknown): number {
  const begun = performance.now();
  for (let page = 0; page < PAGES; page += 1) call();
  return (performance.now() - begun) / PAGES;
}

/** What the judgement of an answer takes beside the validation that it rests on. */
export const validation: Measurement = {
  name: 'validation',
  title: `The judgement of a page of ${ITEMS} full items, over Ajv's own validation of it`,
  run: async (repeat) => {
    const contract = await Contract.load();
    const exchange = await fullPage(contract, ITEMS);
    const operation = contract.operation(OPERATION);
    const judge = new AnswerJudge(contract, new Journal(), (text) => text, 1);
    const validate = strictAjv().compile(schemaOf(contract));
    const journal = new Journal();
    const sides = {
      ours: async () => timeOf(() => judge.judge(operation, exchange, journal)),
      ajv: async () => timeOf(() => validate(exchange.json)),
    };
    if (!validate(exchange.json) || journal.violations.size > 0)
      throw new Error(
        'The page to validate breaks the contract: errors would be timed, expected is a valid one.',
      );
    // The first calls compile what the later ones use.
    await interleaved(1, sides);
    const { ours, ajv } = await interleaved(repeat * ROUNDS, sides);
    return [
      { what: 'the judgement of a page', unit: 'ms', values: ours },
      {
        what: 'over the function that Ajv compiles for it',
        unit: 'times',
        values: ratios(ours, ajv),
        limit: LIMIT,
      },
    ];
  },
};
