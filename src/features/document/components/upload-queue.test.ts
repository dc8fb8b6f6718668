import { TRPCClientError } from '@trpc/client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  dismissUploads,
  enqueue,
  listUploads,
  retryUpload,
  type Twin,
  type UploadTask,
} from './upload-queue';

beforeAll(() => void vi.stubGlobal('window', new EventTarget()));
afterAll(() => void vi.unstubAllGlobals());

const full = () =>
  TRPCClientError.from({
    error: {
      message: '',
      code: -32_009,
      data: { code: 'CONFLICT', domain: { code: 'document.quota_exceeded' } },
    },
  });

/** A server that has room for so many open uploads; each is confirmed when the test says so. */
function startServer(room: number) {
  const open = new Map<string, () => void>();
  const asked: string[] = [];
  const done = vi.fn();
  const task = (name: string): UploadTask => ({
    place: 'here',
    file: new File(['x'], name),
    findTwin: null,
    request: async ({ versionId, fileName }) => {
      asked.push(fileName);
      if (open.size >= room) throw full();
      open.set(versionId, () => {});
      return { isThere: true } as Awaited<ReturnType<UploadTask['request']>>;
    },
    confirm: (versionId) =>
      new Promise<void>((resolve) => {
        open.set(versionId, () => {
          open.delete(versionId);
          resolve();
        });
      }),
    cancel: async () => {},
    onAllDone: done,
  });
  const confirmNext = async () => {
    await vi.waitFor(() => expect(open.size).toBeGreaterThan(0));
    await new Promise((resolve) => setTimeout(resolve, 20));
    [...open.values()][0]?.();
  };
  return { asked, done, task, confirmNext };
}

it('what finds no room beside others that are open goes once they have come', async () => {
  const { asked, done, task, confirmNext } = startServer(1);
  const names = Array.from({ length: 10 }, (_, index) => `${index}.jpg`);
  enqueue(names.map(task));
  for (const _ of names) await confirmNext();
  await vi.waitFor(() => expect(done).toHaveBeenCalledWith(10));
  // None is asked for over and over.
  expect(asked.length).toBeLessThanOrEqual(3 * names.length);
  dismissUploads('here');
});

it('where nothing is open a file that finds no room fails', async () => {
  const { asked, done, task } = startServer(0);
  enqueue(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'].map(task));
  await vi.waitFor(() => expect(asked).toHaveLength(4));
  await new Promise((resolve) => setTimeout(resolve, 100));
  // Three are read at once; which of them is asked for first is nobody's promise.
  expect(asked.toSorted()).toEqual(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']);
  expect(done).not.toHaveBeenCalled();
  dismissUploads('here');
});

it('one tried again is not its own twin: it was offered, and only the answer got lost', async () => {
  let isCutOff = true;
  const kept: string[] = [];
  const done = vi.fn();
  enqueue([
    {
      place: 'here',
      file: new File(['x'], 'a.jpg'),
      findTwin: async () => (kept.length > 0 ? ({ id: kept[0] } as Twin) : null),
      request: async () => ({ isThere: true }) as Awaited<ReturnType<UploadTask['request']>>,
      confirm: async (versionId) => {
        if (!kept.includes(versionId)) kept.push(versionId);
        if (isCutOff) throw new Error('cut off');
      },
      cancel: async () => {},
      onAllDone: done,
    },
  ]);
  await vi.waitFor(() => expect(listUploads('here')).toMatchObject([{ state: 'failed' }]), 20_000);
  isCutOff = false;
  for (const { id } of listUploads('here')) retryUpload(id);
  await vi.waitFor(() => expect(listUploads('here')).toEqual([]));
  expect(done).toHaveBeenCalledWith(1);
  expect(kept).toHaveLength(1);
});

it('where nobody is there to be asked a file hangs on by its twin, and one that stops is told of', async () => {
  const taken: string[] = [];
  const sent: string[] = [];
  const told: string[] = [];
  const done = vi.fn();
  const twinOf: Record<string, string> = { 'known.jpg': 'good', 'letter.jpg': 'sent away' };
  const task = (name: string): UploadTask => ({
    place: 'booking',
    file: new File([name], name),
    findTwin: async () => (twinOf[name] ? ({ id: twinOf[name] } as Twin) : null),
    takeTwin: async ({ id }) => {
      if (id === 'sent away') throw new Error('cannot be changed');
      taken.push(id);
    },
    request: async ({ fileName }) => {
      sent.push(fileName);
      if (fileName === 'full.jpg') throw full();
      return { isThere: true } as Awaited<ReturnType<UploadTask['request']>>;
    },
    confirm: async () => {},
    cancel: async () => {},
    onFailed: ({ code }) => told.push(`${name}: ${code}`),
    onAllDone: done,
  });
  enqueue([task('known.jpg')]);
  await vi.waitFor(() => expect(done).toHaveBeenCalledWith(1));
  enqueue([task('letter.jpg')]);
  await vi.waitFor(() => expect(done).toHaveBeenCalledTimes(2));
  enqueue(['full.jpg', 'notes.exe'].map(task));
  await vi.waitFor(() => expect(told).toHaveLength(2));
  expect(taken).toEqual(['good']);
  expect(sent).toEqual(['letter.jpg', 'full.jpg']);
  expect(told.toSorted()).toEqual([
    'full.jpg: document.quota_exceeded',
    'notes.exe: document.type_not_allowed',
  ]);
  expect(listUploads('booking')).toMatchObject([{ state: 'failed' }, { state: 'failed' }]);
  dismissUploads('booking');
});
