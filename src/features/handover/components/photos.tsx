import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '@/components/button';
import { Icon } from '@/components/icon';
import { fileTextIcon, xIcon } from '@/components/icons';
import { Skeleton } from '@/components/skeleton';
import { showFailure, showSuccess, showUndoable } from '@/components/toast';
import { useErrorWords } from '@/i18n/error-words';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { ChooseFiles } from '../../document/components/choose-files';
import { UploadList } from '../../document/components/upload-list';
import { type Twin, useUploads } from '../../document/components/upload-queue';
import { useFileAddress } from '../../document/components/use-file-address';
import { placeOf, useUploadFiles } from '../../document/components/use-upload-files';
import { previewOf } from '../../document/file-kind-rules';

type Photo = Outputs['document']['list']['rows'][number];

/** As many as one page of documents has. */
const shownAtMost = 100;
const grid = 'grid grid-cols-3 gap-2 sm:grid-cols-4';
const frame = 'relative aspect-square overflow-clip rounded-lg bg-surface-secondary';

/** Pictures of a record that is not saved yet: they wait here and are sent once it is. */
export function WaitingPhotos({
  files,
  onChange,
}: {
  files: readonly File[];
  onChange: (files: readonly File[]) => void;
}) {
  const t = useTranslations('Handover');
  return (
    <div className="flex flex-col gap-3">
      {files.length > 0 && (
        <>
          <ul className={grid}>
            {files.map((file) => (
              <li key={`${file.name} ${file.lastModified} ${file.size}`} className={frame}>
                <FilePicture file={file} />
                <RemoveButton
                  label={t('removePhoto', { name: file.name })}
                  onClick={() => onChange(files.filter((other) => other !== file))}
                />
              </li>
            ))}
          </ul>
          <p className="text-sm text-muted">{t('photosWait', { count: files.length })}</p>
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <ChooseFiles onFiles={(added) => onChange([...files, ...added])} />
      </div>
    </div>
  );
}

function FilePicture({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file.type.startsWith('image/')) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url === null ? <PaperPicture name={file.name} /> : <Picture url={url} name={file.name} />;
}

function Picture({ url, name }: { url: string; name: string }) {
  // biome-ignore lint/performance/noImgElement: a picture of this device, or an address that ends in a minute
  return <img src={url} alt={name} className="size-full object-cover" />;
}

function PaperPicture({ name }: { name: string }) {
  return (
    <span className="flex size-full flex-col items-center justify-center gap-1 p-2 text-muted">
      <Icon icon={fileTextIcon} className="size-6" />
      <span className="max-w-full truncate text-xs">{name}</span>
    </span>
  );
}

function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button
      look="secondary"
      size="sm"
      iconOnly
      icon={xIcon}
      aria-label={label}
      className="absolute end-1 top-1 size-8 bg-surface/90"
      onClick={onClick}
    />
  );
}

/** The pictures of a record: looked at, added to, taken away. */
export function HandoverPhotos({
  handoverId,
  leaseId,
  canEdit,
}: {
  handoverId: string;
  leaseId: string;
  canEdit: boolean;
}) {
  const t = useTranslations('Handover');
  const documents = useTranslations('Documents');
  const words = useErrorWords();
  const on = { kind: 'handover' as const, id: handoverId };
  const { uploadNew } = useUploadFiles(on, [{ kind: 'lease', id: leaseId }]);
  const uploads = useUploads(placeOf(on));
  const list = trpc.document.list.useQuery({ on, limit: shownAtMost });
  const remove = trpc.document.delete.useMutation();
  const restore = trpc.document.restore.useMutation();
  const setLinks = trpc.document.setLinks.useMutation();
  const photos = list.data?.rows ?? [];

  async function attempt(work: () => Promise<unknown>) {
    try {
      await work();
    } catch (error) {
      showFailure(words.failure(error));
      throw error;
    }
  }
  async function takeAway(photo: Photo) {
    const ids = [photo.id];
    await attempt(() => remove.mutateAsync({ ids }));
    showUndoable(t('photoRemoved'), t('undo'), () => {
      void attempt(() => restore.mutateAsync({ ids })).then(
        () => showSuccess(documents('restored', { count: 1 })),
        () => {},
      );
    });
  }
  const link = (twin: Twin) =>
    attempt(() =>
      setLinks.mutateAsync({
        id: twin.id,
        version: twin.version,
        links: [...twin.links.map(({ kind, id }) => ({ kind, id })), on],
      }),
    );

  return (
    <div className="flex flex-col gap-3">
      <div className="-mx-5 md:-mx-6">
        <UploadList
          uploads={uploads}
          isLinkedHere={(twin) => twin.links.some((one) => one.kind === on.kind && one.id === on.id)}
          onLink={link}
        />
      </div>
      {list.isLoading && <Skeleton className="h-24 w-full rounded-lg" />}
      {list.data && photos.length === 0 && uploads.length === 0 && (
        <p className="text-sm text-muted">{t('noPhotos')}</p>
      )}
      {photos.length > 0 && (
        <ul className={grid}>
          {photos.map((photo) => (
            <li key={photo.id} className={frame}>
              <StoredPicture photo={photo} />
              {canEdit && (
                <RemoveButton
                  label={t('removePhoto', { name: photo.title })}
                  onClick={() => void takeAway(photo).catch(() => {})}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {canEdit && (
        <div className="flex flex-wrap gap-2">
          <ChooseFiles onFiles={uploadNew} />
        </div>
      )}
    </div>
  );
}

function StoredPicture({ photo }: { photo: Photo }) {
  const { url, link } = useFileAddress(photo.id);
  if (url === undefined) return <PaperPicture name={photo.title} />;
  return (
    <a {...link} className="block size-full">
      {previewOf(photo.mediaType) === 'picture' ? (
        <Picture url={url} name={photo.title} />
      ) : (
        <PaperPicture name={photo.title} />
      )}
    </a>
  );
}
