import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import { fileTextIcon, uploadIcon } from '@/components/icons';
import { UploadList } from '@/features/document/components/upload-list';
import { useUploads } from '@/features/document/components/upload-queue';
import { useUploadVersion } from '@/features/document/components/use-upload-files';
import { acceptedFiles } from '@/features/document/file-kind-rules';
import { Link } from '@/i18n/navigation';
import type { Outputs } from '@/trpc/outputs';
import type { Doing } from './today-dialogs';
import { When } from './today-lease-rows';
import { TodayRow } from './today-row';

type Overview = Outputs['overview']['get'];
type OnDo = ((doing: Doing) => void) | null;

/** A paper that runs out: a new file in its place, and then until when that is valid. */
export function PaperRow({
  paper,
  today,
  onDo,
}: {
  paper: Overview['papers'][number];
  today: string;
  onDo: OnDo;
}) {
  const t = useTranslations('Overview');
  const file = useRef<HTMLInputElement>(null);
  const waiting = `today ${paper.documentId}`;
  const uploads = useUploads(waiting);
  const uploadVersion = useUploadVersion(waiting);
  const isOver = paper.on < today;
  return (
    <TodayRow
      icon={fileTextIcon}
      tone={isOver ? 'danger' : 'plain'}
      end={
        isOver ? (
          <p className="font-medium text-danger">
            {t('documentEnded')} <DateText day={paper.on} />
          </p>
        ) : (
          <When words={t('document_ends')} on={paper.on} today={today} />
        )
      }
      actions={
        onDo && (
          <>
            <input
              ref={file}
              type="file"
              accept={acceptedFiles}
              tabIndex={-1}
              aria-hidden="true"
              className="sr-only"
              onChange={(event) => {
                const [chosen] = event.currentTarget.files ?? [];
                if (chosen) {
                  uploadVersion(paper.documentId, chosen, () =>
                    onDo({ kind: 'paper', documentId: paper.documentId }),
                  );
                }
                event.currentTarget.value = '';
              }}
            />
            <Button
              size="sm"
              icon={uploadIcon}
              disabled={uploads.length > 0}
              onClick={() => file.current?.click()}
            >
              {t('uploadNew')}
            </Button>
            <Button
              look="tertiary"
              size="sm"
              onClick={() => onDo({ kind: 'paper', documentId: paper.documentId })}
            >
              {t('editPaper')}
            </Button>
          </>
        )
      }
      below={
        uploads.length > 0 && (
          <UploadList uploads={uploads} isLinkedHere={() => true} onLink={() => Promise.resolve()} />
        )
      }
    >
      <PaperPlace paper={paper} />
    </TodayRow>
  );
}

/** What and of whom; leads to the documents of the property, else of the tenant. */
function PaperPlace({ paper: { title, property, tenant } }: { paper: Overview['papers'][number] }) {
  const place = property ?? tenant;
  if (!place) return <p className="line-clamp-2 break-words font-medium">{title}</p>;
  return (
    <>
      <p className="line-clamp-2 break-words">
        <Link
          href={
            property
              ? { pathname: '/property/[id]/documents', params: { id: property.id } }
              : { pathname: '/tenant/[id]/documents', params: { id: place.id } }
          }
          className="font-medium hover:underline"
        >
          {title}
        </Link>
      </p>
      <p className="line-clamp-2 break-words text-sm text-muted">{place.name}</p>
    </>
  );
}
