'use client';

import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Button } from '@/components/button';
import { eyeOffIcon, undo2Icon, uploadIcon } from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import { useErrorWords } from '@/i18n/error-words';
import { dismissUpload, useUploads } from '../../document/components/upload-queue';
import { useUploadFiles } from '../../document/components/use-upload-files';
import { acceptedFiles, previewOf } from '../../document/file-kind-rules';
import type { Paper } from './paper-choice';

const RedactDialog = lazyDialog(async () => (await import('./redact-dialog')).RedactDialog);

type Copy = { documentId: string; title: string };

/** What is shown in place of an original: a copy with other people's data blacked out here, or a file of one's own. */
export function PaperCopy({
  leaseId,
  paper,
  copy,
  onCopy,
}: {
  leaseId: string;
  paper: Paper;
  copy: Copy | null;
  onCopy: (copy: Copy | null) => void;
}) {
  const t = useTranslations('ReceiptRooms');
  const input = useRef<HTMLInputElement>(null);
  const [isRedacting, setRedacting] = useState(false);
  const place = `receipts ${leaseId} ${paper.documentId}`;
  const { uploadOwn } = useUploadFiles({ kind: 'lease', id: leaseId }, undefined, place);
  const title = t('copyTitle', { title: paper.title }).slice(0, 300);
  const bring = (file: File) =>
    uploadOwn(file, { title, category: 'invoice' }, (documentId) => onCopy({ documentId, title }));
  if (copy) {
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 pl-6.5 text-muted">
        <span className="min-w-0 break-words">{t('copyShown', { title: copy.title })}</span>
        <Button size="sm" look="ghost" icon={undo2Icon} onClick={() => onCopy(null)}>
          {t('original')}
        </Button>
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-1 pl-4">
      {previewOf(paper.mediaType) !== null && (
        <Button
          size="sm"
          look="ghost"
          icon={eyeOffIcon}
          aria-label={t('redactOf', { title: paper.title })}
          onClick={() => setRedacting(true)}
        >
          {t('redact')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        accept={acceptedFiles}
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) bring(file);
          currentTarget.value = '';
        }}
      />
      <Button
        size="sm"
        look="ghost"
        icon={uploadIcon}
        aria-label={t('otherFileOf', { title: paper.title })}
        onClick={() => input.current?.click()}
      >
        {t('otherFile')}
      </Button>
      <Underway place={place} />
      {isRedacting && <RedactDialog paper={paper} onClose={() => setRedacting(false)} onFile={bring} />}
    </div>
  );
}

/** A copy on its way, and why one did not arrive. */
function Underway({ place }: { place: string }) {
  const t = useTranslations('ReceiptRooms');
  const words = useErrorWords();
  const uploads = useUploads(place);
  return uploads.map(({ id, failure }) => (
    <span key={id} role="status" className={failure ? 'text-danger' : 'text-muted'}>
      {failure ? words.failure(failure) : t('uploading')}
      {failure && (
        <Button size="sm" look="ghost" onClick={() => dismissUpload(id)}>
          {t('dismiss')}
        </Button>
      )}
    </span>
  ));
}
