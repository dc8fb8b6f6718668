import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Button } from '@/components/button';
import { eyeOffIcon, undo2Icon, uploadIcon } from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import { useErrorWords } from '@/i18n/error-words';
import { dismissUpload, type UploadItem, useUploads } from '../../document/components/upload-queue';
import { useUploadFiles } from '../../document/components/use-upload-files';
import { acceptedFiles, previewOf } from '../../document/file-kind-rules';
import { titleOf } from '../../document/rules';
import { type Copy, nameOfCopy } from '../choice-rules';
import type { Bill, Paper } from './paper-choice';

const RedactDialog = lazyDialog(async () => (await import('./redact-dialog')).RedactDialog);

/** Where the copies of a lease's papers are brought. */
export const placeOfCopies = (leaseId: string) => `receipts ${leaseId} `;

/** What is shown in place of an original: a copy with other people's data blacked out here, or a file of one's own. */
export function PaperCopy({
  leaseId,
  paper,
  bill,
  copy,
  onAwaited,
  onCopy,
  onGivenUp,
}: {
  leaseId: string;
  paper: Paper;
  /** What the tenant knows it by: the name of the original may say what was blacked out. */
  bill: Pick<Bill, 'title' | 'papers'>;
  copy: Copy | null;
  /** One is on its way. */
  onAwaited: () => void;
  onCopy: (copy: Copy | null) => void;
  /** One did not arrive, and is waited for no more. */
  onGivenUp: () => void;
}) {
  const t = useTranslations('ReceiptRooms');
  const input = useRef<HTMLInputElement>(null);
  const [isRedacting, setRedacting] = useState(false);
  const place = `${placeOfCopies(leaseId)}${paper.documentId}`;
  const uploads = useUploads(place);
  const isUnderway = uploads.some(({ failure }) => !failure);
  const { uploadOwn } = useUploadFiles({ kind: 'lease', id: leaseId }, undefined, place);
  const bring = (file: File, title: string) => {
    for (const { id } of uploads) dismissUpload(id);
    onAwaited();
    uploadOwn(file, { title, category: 'invoice' }, (documentId) => onCopy({ documentId, title }));
  };
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
          disabled={isUnderway}
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
          if (file) bring(file, titleOf(file.name));
          currentTarget.value = '';
        }}
      />
      <Button
        size="sm"
        look="ghost"
        icon={uploadIcon}
        disabled={isUnderway}
        aria-label={t('otherFileOf', { title: paper.title })}
        onClick={() => input.current?.click()}
      >
        {t('otherFile')}
      </Button>
      {uploads.map((upload) => (
        <Underway key={upload.id} upload={upload} onGivenUp={onGivenUp} />
      ))}
      {isRedacting && (
        <RedactDialog
          paper={paper}
          onClose={() => setRedacting(false)}
          onFile={(file) =>
            bring(
              file,
              nameOfCopy(bill, paper.documentId, (title) => t('copyTitle', { title })),
            )
          }
        />
      )}
    </div>
  );
}

/** A copy on its way, and why one did not arrive. */
function Underway({ upload, onGivenUp }: { upload: UploadItem; onGivenUp: () => void }) {
  const t = useTranslations('ReceiptRooms');
  const words = useErrorWords();
  const { id, failure } = upload;
  const giveUp = () => {
    dismissUpload(id);
    onGivenUp();
  };
  return (
    <span role="status" className={failure ? 'text-danger' : 'text-muted'}>
      {failure ? words.failure(failure) : t('uploading')}
      {failure && (
        <Button size="sm" look="ghost" onClick={giveUp}>
          {t('dismiss')}
        </Button>
      )}
    </span>
  );
}
