import { beforeAll, expect, test } from 'vitest';
import { ensureBuild } from '../../scripts/build.ts';
import { runFaults } from './faults/run.ts';

/** Of each part of the promise one; the rest is drawn by `npm run faults`. */
const kinds = [
  'all connections ended',
  'app paused',
  'sign-in paused',
  'sign-in killed',
  'disk full',
  'backup killed',
  'restore killed',
  'first start killed',
];

beforeAll(() => ensureBuild(), 600_000);

test('faults while people write: what was acknowledged is there once, and the installation is back', async () => {
  const report = await runFaults({ seed: 7, faults: kinds.length, only: kinds }, (line) => console.log(line));
  for (const reason of report.skipped) console.log(`skipped: ${reason}`);
  expect(report.found).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(100);
});
