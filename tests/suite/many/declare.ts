import type { CollectedTest } from '../../../fixtures/many-targets.ts';
import { judgedBy } from './collected.ts';

/**
 * Declares tests once more, against the target of a name. They run one after the other in one worker, which keeps what
 * it found out of the target.
 *
 * @param target - its name, which becomes the title of the group
 */
export async function declareAgainst(target: string, tests: readonly CollectedTest[]): Promise<void> {
  // Loaded after collecting has begun: see collectTests().
  const { conformanceTest } = await import('../../../fixtures/index.ts');
  conformanceTest.describe(target, () => {
    conformanceTest.describe.configure({ mode: 'default' });
    conformanceTest.use({ targetName: target });
    for (const [index, test] of tests.entries())
      conformanceTest(`${judgedBy(test)} ${index}: ${test.title}`, test.details, test.body);
  });
}
