import { useTranslations } from 'next-intl';
import { showSuccess } from '@/components/toast';
import type { DocumentCategory } from '@/domain/vocabulary';
import type { Failure } from '@/i18n/failure';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { categoryOf, titleOf } from '../rules';
import type { DocumentTarget } from '../schema';
import { enqueue, type Twin, type UploadTask } from './upload-queue';

export const placeOf = (on: DocumentTarget | null) => (on === null ? 'all' : `${on.kind} ${on.id}`);

const noMore: readonly DocumentTarget[] = [];

type Common = Omit<UploadTask, 'request' | 'findTwin'>;

/** What all uploads to a place have in common. */
function useUploadTask(place: string): (file: File) => Common {
  const t = useTranslations('Documents');
  const { client } = trpc.useUtils();
  return (file) => ({
    place,
    file,
    confirm: (versionId) => client.document.confirmUpload.mutate({ versionId }),
    cancel: (versionId) => client.document.cancelUpload.mutate({ versionId }),
    onAllDone: (count) => showSuccess(t('uploaded', { count })),
  });
}

/** Starts the upload of a new version of a document; `onReady` is called once it is offered. */
export function useUploadVersion(place: string) {
  const { client } = trpc.useUtils();
  const taskOf = useUploadTask(place);
  return (documentId: string, file: File, onReady?: () => void) =>
    enqueue([
      {
        ...taskOf(file),
        findTwin: null,
        ...(onReady && { onDone: onReady }),
        request: (announced) => client.document.requestVersion.mutate({ ...announced, documentId }),
      },
    ]);
}

/** Starts uploads: new documents on a thing and what it belongs to, or a new version of one document. */
export function useUploadFiles(on: DocumentTarget | null, also = noMore, place = placeOf(on)) {
  const { client } = trpc.useUtils();
  const common = useUploadTask(place);
  const uploadVersion = useUploadVersion(place);
  const links = on === null ? [...also] : [on, ...also];

  /** One file under a title of ours; `onReady` gets its document once it is offered. */
  function uploadOwn(
    file: File,
    called: { title: string; category: DocumentCategory },
    onReady: (documentId: string) => void,
  ) {
    const documentId = newId();
    enqueue([
      {
        ...common(file),
        findTwin: null,
        onDone: () => onReady(documentId),
        onAllDone: () => undefined,
        request: (announced) =>
          client.document.requestUpload.mutate({ ...announced, documentId, ...called, links }),
      },
    ]);
  }

  function newDocument(file: File): UploadTask {
    const documentId = newId();
    return {
      ...common(file),
      findTwin: async (sha256) => (await client.document.findSame.query({ sha256s: [sha256] }))[0] ?? null,
      request: (announced) =>
        client.document.requestUpload.mutate({
          ...announced,
          documentId,
          title: titleOf(file.name),
          category: categoryOf(file.name),
          links,
        }),
    };
  }

  /** Hangs a document that is kept already on the same things, too. */
  async function link(twin: Twin) {
    const there = twin.links.map(({ kind, id }) => ({ kind, id }));
    const missing = links.filter((one) => !there.some(({ kind, id }) => kind === one.kind && id === one.id));
    if (missing.length === 0) return;
    await client.document.setLinks.mutate({
      id: twin.id,
      version: twin.version,
      links: [...there, ...missing],
    });
  }

  return {
    uploadNew(files: readonly File[]) {
      enqueue(files.map(newDocument));
    },
    /** Of a thing whose uploads nobody sees: a file that is kept already hangs on it as well, and `say` tells what failed. */
    uploadUnseen(files: readonly File[], say: (fileName: string, failure: Failure) => void) {
      enqueue(
        files.map((file) => ({
          ...newDocument(file),
          takeTwin: link,
          onFailed: (failure) => say(file.name, failure),
        })),
      );
    },
    /** One picture; `onReady` gets its document once it is offered. */
    uploadPicture(file: File, title: string, onReady: (documentId: string) => void) {
      uploadOwn(file, { title, category: 'photo' }, onReady);
    },
    uploadOwn,
    uploadVersion,
  };
}
