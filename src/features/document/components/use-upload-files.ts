'use client';

import { useTranslations } from 'next-intl';
import { showSuccess } from '@/components/toast';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { categoryOf, titleOf } from '../rules';
import type { DocumentTarget } from '../schema';
import { enqueue, type UploadTask } from './upload-queue';

export const placeOf = ({ kind, id }: DocumentTarget) => `${kind} ${id}`;

const noMore: readonly DocumentTarget[] = [];

/** Starts uploads: new documents on a thing and what it belongs to, or a new version of one document. */
export function useUploadFiles(on: DocumentTarget, also = noMore, place = placeOf(on)) {
  const t = useTranslations('Documents');
  const { client } = trpc.useUtils();

  const common = (file: File): Omit<UploadTask, 'request' | 'findTwin'> => ({
    place,
    file,
    confirm: (versionId) => client.document.confirmUpload.mutate({ versionId }),
    cancel: (versionId) => client.document.cancelUpload.mutate({ versionId }),
    onAllDone: (count) => showSuccess(t('uploaded', { count })),
  });

  return {
    uploadNew(files: readonly File[]) {
      enqueue(
        files.map((file) => {
          const documentId = newId();
          return {
            ...common(file),
            findTwin: async (sha256) =>
              (await client.document.findSame.query({ sha256s: [sha256] }))[0] ?? null,
            request: (announced) =>
              client.document.requestUpload.mutate({
                ...announced,
                documentId,
                title: titleOf(file.name),
                category: categoryOf(file.name),
                links: [on, ...also],
              }),
          };
        }),
      );
    },
    /** One picture; `onReady` gets its document once it is offered. */
    uploadPicture(file: File, title: string, onReady: (documentId: string) => void) {
      const documentId = newId();
      enqueue([
        {
          ...common(file),
          findTwin: null,
          onDone: () => onReady(documentId),
          onAllDone: () => undefined,
          request: (announced) =>
            client.document.requestUpload.mutate({
              ...announced,
              documentId,
              title,
              category: 'photo',
              links: [on, ...also],
            }),
        },
      ]);
    },
    uploadVersion(documentId: string, file: File) {
      enqueue([
        {
          ...common(file),
          findTwin: null,
          request: (announced) => client.document.requestVersion.mutate({ ...announced, documentId }),
        },
      ]);
    },
  };
}
