import type { TestCase } from '@playwright/test/reporter';
import type { SoftFailure } from '../judge.ts';

/** The annotation of a test for an assertion that failed without ending it: the requirement's id, a space, the location. */
export const SOFT_FAILURE = 'soft-failure';

/** The assertions that failed without ending a test. */
export const softFailuresOf = ({ annotations, results }: TestCase): SoftFailure[] =>
  [...annotations, ...results.flatMap((result) => result.annotations)].flatMap(
    ({ type, description = '' }) => {
      if (type !== SOFT_FAILURE) return [];
      const [requirement = ''] = description.split(' ', 1);
      return { requirement, location: description.slice(requirement.length + 1) };
    },
  );
