import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The reusable workflow, and what it does with inputs and secrets. */

export const WORKFLOW_FILE = '.github/workflows/conformance.yml';

type Variables = Readonly<Record<string, string>>;

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Variables;
}

interface Input {
  readonly type: string;
  readonly required?: boolean;
  readonly default?: string | number;
}

interface Workflow {
  readonly on: {
    readonly workflow_call: {
      readonly inputs: Readonly<Record<string, Input>>;
      readonly secrets: Readonly<Record<string, { readonly required: boolean }>>;
    };
    readonly workflow_dispatch: { readonly inputs: Readonly<Record<string, Input>> };
  };
  readonly permissions: Variables;
  readonly env: Variables;
  readonly jobs: Readonly<Record<'shard' | 'verdict', { readonly steps: readonly Step[] }>>;
}

export const readWorkflow = (): Workflow => parse(readFileSync(WORKFLOW_FILE, 'utf8')) as Workflow;

/** What a caller gives, and which shard it is. */
export interface Call {
  readonly inputs: Variables;
  readonly secrets?: Variables;
  readonly shard?: string;
}

/** A script of the workflow, with the variables that it is given. */
export interface Script {
  readonly script: string;
  readonly env: Variables;
}

/**
 * A script of the workflow as GitHub would start it.
 *
 * @param step - the name of the step
 * @throws Error when the step is not there, or a variable holds an expression that is not known here
 */
export function scriptOf(workflow: Workflow, job: 'shard' | 'verdict', step: string, call: Call): Script {
  const found = workflow.jobs[job].steps.find(({ name }) => name === step);
  if (!found?.run) throw new Error(`the job ${job} has no step ${step} that runs a script`);
  const values = valuesOf(workflow, call);
  const env = Object.entries({ ...workflow.env, ...found.env }).map(
    ([name, text]) => [name, evaluated(text, values)] as const,
  );
  return { script: found.run, env: Object.fromEntries(env) };
}

/** What each expression of the workflow stands for. What is not given is the empty text, as on GitHub. */
function valuesOf(
  { on }: Workflow,
  { inputs, secrets = {}, shard = '1' }: Call,
): ReadonlyMap<string, string> {
  const { baseline = '' } = inputs;
  return new Map([
    ...Object.entries(on.workflow_call.inputs).map(
      ([name, input]) => [`inputs.${name}`, inputs[name] ?? String(input.default ?? '')] as const,
    ),
    ...Object.keys(on.workflow_call.secrets).map((name) => [`secrets.${name}`, secrets[name] ?? ''] as const),
    ['matrix.shard', shard],
    ["inputs.baseline && format('caller/{0}', inputs.baseline)", baseline === '' ? '' : `caller/${baseline}`],
  ]);
}

const evaluated = (text: string, values: ReadonlyMap<string, string>): string =>
  String(text).replaceAll(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => {
    const value = values.get(expression);
    if (value === undefined) throw new Error(`nothing says what ${expression} stands for`);
    return value;
  });
