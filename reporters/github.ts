import { appendFileSync, statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { DOCUMENT_FILES } from '../schemas/documents.ts';
import { visible, visibleLines } from '../schemas/visible-text.ts';
import { type DocumentInput, failsRun, failuresOf, objectionsBeside, tolerance } from './documents/common.ts';
import { LARGEST_MARKDOWN, markdown } from './documents/markdown.ts';
import type { Report, ReportedRequirement } from './report.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** How many annotations of each kind GitHub shows for a step. */
const SHOWN = 10;

/**
 * Adds the run, but no shard, to the summary of the step. Where it cannot be written, the run ends as without it. @returns why
 * not
 */
export function addStepSummary(
  input: DocumentInput,
  { GITHUB_STEP_SUMMARY: file }: Environment,
): string | undefined {
  if (!file || input.report.run.shard) return undefined;
  try {
    // A line end before it and all that other commands have written count, too.
    const limit = LARGEST_MARKDOWN - 1 - (statSync(file, { throwIfNoEntry: false })?.size ?? 0);
    const text = markdown(input, limit);
    if (Buffer.byteLength(text) > limit)
      return `Nothing was added to GITHUB_STEP_SUMMARY=${file}: it is nearly full, and GitHub takes no more than 1 MiB for a step.`;
    appendFileSync(file, `\n${text}`);
    return undefined;
  } catch (error) {
    return `Nothing was added to GITHUB_STEP_SUMMARY=${file}: ${(error as Error).message}`;
  }
}

interface Annotation {
  title: string;
  message: string;
  /** What it is about; a whole run is about nothing that has a line. */
  row?: ReportedRequirement;
}

/**
 * What a run of GitHub Actions shows beside the lines of the tests, as workflow commands: as errors what keeps the run from
 * passing, as warnings each SHOULD that is not followed and each failure that the baseline tolerates. GitHub shows ten of each
 * kind: the last says how many more there are. A shard has none: the merged run speaks for it.
 * @param root - the project's root, to which files of the report are relative, as those of GitHub are to GITHUB_WORKSPACE
 */
export function annotations({ report }: DocumentInput, environment: Environment, root: string): string[] {
  if (environment.GITHUB_ACTIONS !== 'true' || report.run.shard) return [];
  const failed = report.requirements.filter(({ verdict }) => verdict === 'fail');
  const folder = folderOf(root, environment.GITHUB_WORKSPACE);
  return [
    ...commands('error', [...ofTheRun(report), ...failed.filter(failsRun).map(ofRequirement)], folder),
    ...commands('warning', failed.filter((row) => !failsRun(row)).map(ofRequirement), folder),
  ];
}

/** Where the project lies below the workspace, with a slash at the end; empty where it is the workspace, or elsewhere. */
function folderOf(root: string, workspace = root): string {
  const folder = relative(workspace || root, root)
    .split(sep)
    .join('/');
  return folder === '' || folder.startsWith('..') ? '' : `${folder}/`;
}

/** What keeps the run from passing beside failures, which have annotations of their own. */
function ofTheRun(report: Report): Annotation[] {
  const message = objectionsBeside(report).map((one) => visible(one));
  return message.length === 0 ? [] : [{ title: 'This run does not pass', message: message.join('\n') }];
}

function ofRequirement(row: ReportedRequirement): Annotation {
  const [failure] = failuresOf(row);
  const finding = failure?.finding.map(([label, text]) => `${label} ${visible(text)}`) ?? [];
  const note = tolerance(row);
  const title = `${row.id} (${row.level}${note && `, ${note}`})`;
  return { title, message: [row.statement, ...finding].join('\n'), row };
}

function commands(kind: 'error' | 'warning', all: readonly Annotation[], folder: string): string[] {
  const shown = all.length > SHOWN ? all.slice(0, SHOWN - 1) : all;
  const left = all.length - shown.length;
  const last = {
    title: `${left} more`,
    message: `${left} more ${kind}s are not shown here: ${DOCUMENT_FILES.markdown} and ${DOCUMENT_FILES.json} of this run have them all.`,
  };
  return [...shown, ...(left > 0 ? [last] : [])].map((one) => command(kind, one, folder));
}

function command(kind: string, { title, message, row }: Annotation, folder: string): string {
  const test = row?.tests.find(({ failures }) => failures.length > 0) ?? row?.tests[0];
  const place = test ? `file=${property(`${folder}${test.file}`)},line=${test.line},` : '';
  return `::${kind} ${place}title=${property(visible(title))}::${data(visibleLines(message, 4_000))}`;
}

const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
