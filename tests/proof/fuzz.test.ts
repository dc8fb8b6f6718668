import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuild } from '../../scripts/build.ts';
import { closeTestCallers } from '../factories/session.ts';
import { runFuzz } from './fuzz/run.ts';

beforeAll(() => ensureBuild(), 600_000);
afterAll(() => closeTestCallers());

test('odd requests to everything that answers: no unforeseen error, nothing that hangs, nothing told', async () => {
  const report = await runFuzz({ seed: 7, requests: 5_000 }, (line) => console.log(line));
  expect(report.found).toEqual([]);
  expect(report.procedures - report.neverFine.length).toBeGreaterThanOrEqual(report.procedures * 0.95);
});
