import { beforeAll, expect, test } from 'vitest';
import { ensureBuild } from '../../scripts/build.ts';
import { runFaults } from './faults/run.ts';

beforeAll(() => ensureBuild(), 600_000);

test('twenty faults while people write: what was acknowledged is there once, and the installation is back', async () => {
  const report = await runFaults({ seed: 7, faults: 20 }, (line) => console.log(line));
  for (const reason of report.skipped) console.log(`skipped: ${reason}`);
  expect(report.found).toEqual([]);
  expect(report.faults).toBe(20);
  expect(report.acknowledged).toBeGreaterThan(200);
});
