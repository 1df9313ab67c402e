import type { Judged } from './judge.ts';

const GROUP_WIDTH = 40;
const COUNT_WIDTH = 10;

const failed = ({ problems }: Judged): boolean => problems.length > 0;

/** How many were judged, passed and failed. */
const counts = (judged: readonly Judged[]): readonly number[] => {
  const wrong = judged.filter(failed).length;
  return [judged.length, judged.length - wrong, wrong];
};

/** A table of what was judged in each project: a line for each group, and one for all where there are several. */
export function tableOf(judgedByProject: ReadonlyMap<string, readonly Judged[]>): string {
  const lines = [...judgedByProject].flatMap(([project, judged]) => {
    const groups = [...new Set(judged.map(({ group }) => group))].sort();
    const lineOf = (name: string, some: readonly Judged[]) => line(`${project}: ${name}`, counts(some));
    return [
      ...groups.map((group) =>
        lineOf(
          group,
          judged.filter((one) => one.group === group),
        ),
      ),
      ...(groups.length > 1 ? [lineOf('all', judged)] : []),
    ];
  });
  return [line('', ['judged', 'passed', 'failed']), ...lines].join('\n');
}

const line = (name: string, cells: readonly (string | number)[]): string =>
  name.padEnd(GROUP_WIDTH) + cells.map((cell) => String(cell).padStart(COUNT_WIDTH)).join('');

/** "mutants: 3 passed, 1 failed": the form that tools look for. */
export function totalOf(project: string, judged: readonly Judged[]): string {
  const [, passed, wrong] = counts(judged);
  return `${project}: ${passed} passed, ${wrong} failed`;
}
