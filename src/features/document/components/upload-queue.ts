import { useSyncExternalStore } from 'react';
import { type Failure, failureOf } from '@/i18n/failure';
import type { DomainErrorCode } from '@/lib/errors';
import { newId } from '@/lib/new-id';
import { largestFileBytes } from '@/storage/document-path';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';
import { promisedKind } from '../file-kind-rules';
import { checksumOf } from './file-checksum';
import { type ResumePoint, TransferError, transferFile, type UploadGrant } from './upload-transport';

/**
 * Uploads on their way, outside of React: they go on while the person looks at another page and are there
 * again on coming back.
 */

export type Twin = Outputs['document']['findSame'][number];

export type UploadItem = {
  id: string;
  /** Where on the site it was dropped; a section shows its own. */
  place: string;
  fileName: string;
  sizeBytes: number;
  sentBytes: number;
  /** `twin`: the same file is kept already, and a person decides. */
  state: 'waiting' | 'reading' | 'twin' | 'sending' | 'checking' | 'failed';
  twin: Twin | null;
  failure: Failure | null;
  canRetry: boolean;
};

export type NewFile = {
  versionId: string;
  fileName: string;
  sizeBytes: number;
  sha256: string | null;
};

/** What an upload asks of the server; the section that starts it knows what for. */
export type UploadTask = {
  place: string;
  file: File;
  findTwin: ((sha256: string) => Promise<Twin | null>) | null;
  /** Announces the file; repeating it is harmless. */
  request: (file: NewFile) => Promise<UploadGrant>;
  confirm: (versionId: string) => Promise<unknown>;
  cancel: (versionId: string) => Promise<unknown>;
  /** Keeps what is meant by its twin, where nobody is there to be asked; should it fail, the file is kept beside it. */
  takeTwin?: (twin: Twin) => Promise<unknown>;
  /** After each file that is offered now. */
  onDone?: () => void;
  /** Of a file that stopped where nobody sees it. */
  onFailed?: (failure: Failure) => void;
  /** Once none of the place is on its way any more: how many are done. */
  onAllDone: (count: number) => void;
};

type Control = UploadTask & {
  versionId: string;
  sha256: string | null;
  takesTwin: boolean;
  isAnnounced: boolean;
  /** Signed for: it takes room until it has come, at some storage servers that of the largest file. */
  isOpen: boolean;
  abort: AbortController;
  resume: ResumePoint;
};

const atOnce = 3;
const none: readonly UploadItem[] = [];
let items: readonly UploadItem[] = none;
const controls = new Map<string, Control>();
const doneCounts = new Map<string, number>();
const listeners = new Set<() => void>();
/** One found no room beside those that are open: none begins before one of them has ended. */
let awaitsRoom = false;
/** How often one that was open has ended. */
let endedCount = 0;

const isActive = ({ state }: UploadItem) =>
  state === 'reading' || state === 'sending' || state === 'checking';
const isUnderway = (item: UploadItem) => isActive(item) || item.state === 'waiting';

function askBeforeLeaving(event: BeforeUnloadEvent) {
  event.preventDefault();
}

function set(next: readonly UploadItem[]) {
  items = next;
  window.removeEventListener('beforeunload', askBeforeLeaving);
  if (items.some(isUnderway)) window.addEventListener('beforeunload', askBeforeLeaving);
  for (const listener of listeners) listener();
}

const patch = (id: string, change: Partial<UploadItem>) =>
  set(items.map((item) => (item.id === id ? { ...item, ...change } : item)));

function drop(id: string) {
  controls.delete(id);
  set(items.filter((item) => item.id !== id));
}

function failureFrom(error: unknown): Failure {
  return error instanceof TransferError ? { code: error.code, fields: {} } : failureOf(error);
}

// Trying again the same bytes would end the same way.
const finalCodes = new Set<string>([
  'document.type_not_allowed',
  'document.type_mismatch',
  'document.xml_not_invoice',
  'document.too_large',
  'document.empty',
  'document.deleted',
  'not_found',
  'forbidden',
] satisfies DomainErrorCode[]);

async function persistently<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || !retryTransient(attempt, error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1_000 * 2 ** attempt));
    }
  }
}

/** A file that cannot be kept, as far as its name and size tell. */
function refusalOf(file: File): DomainErrorCode | null {
  if (!promisedKind(file.name)) return 'document.type_not_allowed';
  if (file.size === 0) return 'document.empty';
  return file.size > largestFileBytes ? 'document.too_large' : null;
}

/** True when a person has to decide first: the same file is kept, or is on its way. */
async function hasTwin(id: string, control: Control): Promise<boolean> {
  // Tried again: what is kept by now may be this one, of which only the answer got lost.
  if (control.isAnnounced) return false;
  if (control.sha256 === null) control.sha256 = await checksumOf(control.file);
  const { sha256, findTwin } = control;
  if (sha256 === null || findTwin === null || control.takesTwin) return false;
  const isSentAlready = [...controls].some(
    ([otherId, other]) =>
      otherId !== id &&
      other.place === control.place &&
      other.sha256 === sha256 &&
      items.some((item) => item.id === otherId && isUnderway(item)),
  );
  const twin = await persistently(() => findTwin(sha256), control.abort.signal);
  if (!twin && !isSentAlready) return false;
  if (control.takeTwin) return isKeptByTwin(id, control, twin);
  patch(id, { state: 'twin', twin });
  return true;
}

/** Nobody is asked. One that is on its way to the same place holds the file as well as its twin would. */
async function isKeptByTwin(id: string, control: Control, twin: Twin | null): Promise<boolean> {
  try {
    if (twin) await control.takeTwin?.(twin);
  } catch {
    control.takesTwin = true;
    return false;
  }
  if (twin) doneCounts.set(control.place, (doneCounts.get(control.place) ?? 0) + 1);
  drop(id);
  control.onDone?.();
  return true;
}

async function run(id: string, control: Control): Promise<void> {
  const { file, abort } = control;
  patch(id, { state: 'reading' });
  if (await hasTwin(id, control)) return;
  abort.signal.throwIfAborted();
  const { versionId, sha256 } = control;
  const announced = { versionId, fileName: file.name, sizeBytes: file.size, sha256 };
  patch(id, { state: 'sending' });
  control.isAnnounced = true;
  const grant = await persistently(() => control.request(announced), abort.signal);
  control.isOpen = true;
  if (!grant.isThere) {
    await transferFile({
      grant,
      file,
      resume: control.resume,
      signal: abort.signal,
      onProgress: (sentBytes) => patch(id, { sentBytes: Math.min(sentBytes, file.size) }),
    });
  }
  patch(id, { state: 'checking', sentBytes: file.size });
  await persistently(() => control.confirm(versionId), abort.signal);
  doneCounts.set(control.place, (doneCounts.get(control.place) ?? 0) + 1);
  drop(id);
  control.onDone?.();
}

function settle(place: string, onAllDone: (count: number) => void) {
  if (items.some((item) => item.place === place && isUnderway(item))) return;
  const count = doneCounts.get(place) ?? 0;
  doneCounts.delete(place);
  if (count > 0) onAllDone(count);
}

function fail(id: string, failure: Failure, endedBefore: number) {
  if (failure.code === 'document.quota_exceeded') {
    const isOneOpen = [...controls.values()].some(({ isOpen }) => isOpen);
    if (isOneOpen || endedCount > endedBefore) {
      awaitsRoom = isOneOpen;
      patch(id, { state: 'waiting' });
      return;
    }
  }
  patch(id, { state: 'failed', failure, canRetry: !finalCodes.has(failure.code) });
  controls.get(id)?.onFailed?.(failure);
}

function work() {
  for (const item of items) {
    if (awaitsRoom || items.filter(isActive).length >= atOnce) return;
    const control = controls.get(item.id);
    if (item.state !== 'waiting' || !control) continue;
    const endedBefore = endedCount;
    void run(item.id, control)
      .catch((error: unknown) => {
        if (!control.abort.signal.aborted) fail(item.id, failureFrom(error), endedBefore);
      })
      .finally(() => {
        if (control.isOpen) {
          Object.assign(control, { isOpen: false });
          endedCount += 1;
          awaitsRoom = false;
        }
        settle(control.place, control.onAllDone);
        work();
      });
  }
}

/** Puts files into the queue; those that cannot be kept stand there with the reason. */
export function enqueue(tasks: readonly UploadTask[]): void {
  const added = tasks.map((task): UploadItem => {
    const id = newId();
    const refusal = refusalOf(task.file);
    if (refusal) task.onFailed?.({ code: refusal, fields: {} });
    else {
      controls.set(id, {
        ...task,
        versionId: newId(),
        sha256: null,
        takesTwin: false,
        isAnnounced: false,
        isOpen: false,
        abort: new AbortController(),
        resume: { url: null },
      });
    }
    return {
      id,
      place: task.place,
      fileName: task.file.name,
      sizeBytes: task.file.size,
      sentBytes: 0,
      state: refusal ? 'failed' : 'waiting',
      twin: null,
      failure: refusal ? { code: refusal, fields: {} } : null,
      canRetry: false,
    };
  });
  set([...items, ...added]);
  work();
}

export function retryUpload(id: string): void {
  const control = controls.get(id);
  if (!control) return;
  if (items.find((item) => item.id === id)?.failure?.code === 'document.incomplete') {
    // What came was removed, and its place is not used again.
    Object.assign(control, { versionId: newId(), isAnnounced: false, resume: { url: null } });
  }
  patch(id, { state: 'waiting', failure: null, sentBytes: 0 });
  work();
}

/** Keeps the file beside its twin. */
export function uploadAnyway(id: string): void {
  const control = controls.get(id);
  if (control) control.takesTwin = true;
  retryUpload(id);
}

/** Takes an item out of the queue, and back from the server what has arrived of it. */
export function dismissUpload(id: string): void {
  const control = controls.get(id);
  drop(id);
  if (!control) return;
  control.abort.abort(new DOMException('Cancelled', 'AbortError'));
  // The sweep does the same a day later, should nobody hear this.
  if (control.isAnnounced) control.cancel(control.versionId).catch(() => {});
}

/** Takes everything out of the queue that was dropped at places which begin so: what waited for it is gone. */
export function dismissUploads(placesFrom: string): void {
  for (const { id, place } of items) if (place.startsWith(placesFrom)) dismissUpload(id);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is on its way to a place, now. */
export const listUploads = (place: string, all = items): readonly UploadItem[] =>
  all.filter((item) => item.place === place);

export function useUploads(place: string): readonly UploadItem[] {
  const all = useSyncExternalStore(
    subscribe,
    () => items,
    () => none,
  );
  return listUploads(place, all);
}
