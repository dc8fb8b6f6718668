import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepRunning } from './keep-running.ts';

let isQuiet: { mockRestore: () => void };
beforeEach(() => {
  isQuiet = vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => isQuiet.mockRestore());

function createPart() {
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  return { left, leave, stop: vi.fn(async () => leave()) };
}

test('what leaves is started again, also when the first attempt fails, and is handed the one before', async () => {
  const parts: ReturnType<typeof createPart>[] = [];
  const before: unknown[] = [];
  let failures = 0;
  const kept = await keepRunning('It', async (last: ReturnType<typeof createPart> | null) => {
    before.push(last);
    if (parts.length === 1 && failures++ === 0) throw new Error('not yet');
    const part = createPart();
    parts.push(part);
    return part;
  });
  parts[0]?.leave();
  await vi.waitFor(() => expect(parts).toHaveLength(2), { timeout: 5_000 });
  expect(before).toEqual([null, parts[0], parts[0]]);
  parts[1]?.leave();
  await vi.waitFor(() => expect(parts).toHaveLength(3), { timeout: 5_000 });
  await kept.stop();
  expect(parts[2]?.stop).toHaveBeenCalled();
  await sleep(300);
  expect(parts).toHaveLength(3);
});

test('what cannot start at first is an error, and what is stopped while it is away does not come back', async () => {
  await expect(
    keepRunning('It', async () => {
      throw new Error('never');
    }),
  ).rejects.toThrow('never');
  let starts = 0;
  const part = createPart();
  const kept = await keepRunning('It', async () => {
    starts += 1;
    return part;
  });
  part.leave();
  await sleep(10);
  await kept.stop();
  await sleep(400);
  expect(starts).toBe(1);
});
