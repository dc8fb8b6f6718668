import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take half a minute and more; one that is missing here costs nothing but time. */
const longest = [
  'demo',
  'demo-crowd',
  'freshness',
  'new',
  'procedures',
  'backup',
  'odd-input',
  'tenant-export',
  'fields',
  'many-reminders',
  'letters',
  'fence',
  'document-storage',
  'letter-mail',
  'letter-mail-limits',
  'letter-kinds',
];

function rankOf({ moduleId }: TestSpecification): number {
  const rank = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return rank === -1 ? longest.length : rank;
}

/**
 * Begins with what takes longest, so that the processes end together. A machine that has not run the tests before, as
 * every CI, would begin with the largest files, and wait at the end for a long test in a short one.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
