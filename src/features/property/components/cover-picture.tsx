import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { Button } from '@/components/button';
import { classNames } from '@/components/class-names';
import { Icon } from '@/components/icon';
import { ellipsisIcon, imageIcon, trash2Icon, uploadIcon } from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import { Menu } from '@/components/menu';
import { Skeleton } from '@/components/skeleton';
import { showFailure } from '@/components/toast';
import { useUndo } from '@/components/use-undo';
import { useUploads } from '@/features/document/components/upload-queue';
import { placeOf, useUploadFiles } from '@/features/document/components/use-upload-files';
import { useErrorWords } from '@/i18n/error-words';
import { trpc } from '@/trpc/client';
import { whenFresh } from '@/trpc/fresh-link';
import { shrinkPicture } from './shrink-picture';
import type { PropertyDetails } from './use-property';

const UploadList = lazyDialog(
  async () => (await import('@/features/document/components/upload-list')).UploadList,
);

const frame = 'relative w-full overflow-clip rounded-xl md:aspect-[3/2]';

/** The picture of a property; whoever may edit it puts one here, from the device or straight from the camera. */
export function CoverPicture({ property, canEdit }: { property: PropertyDetails; canEdit: boolean }) {
  const t = useTranslations('PropertyPage');
  const input = useRef<HTMLInputElement>(null);
  const on = { kind: 'property', id: property.id } as const;
  const uploads = useUploads(`cover ${placeOf(on)}`);
  const { uploadPicture } = useUploadFiles(on, undefined, `cover ${placeOf(on)}`);
  const setCover = useSetCover(property);
  const choose = () => input.current?.click();

  async function take(file: File | undefined) {
    if (!file) return;
    uploadPicture(await shrinkPicture(file), t('coverTitle', { name: property.name }), (documentId) =>
      setCover(documentId),
    );
  }

  if (property.coverDocumentId === null && !canEdit) return null;
  return (
    <div className={classNames('min-w-0', property.coverDocumentId === null && 'print:hidden')}>
      {property.coverDocumentId === null ? (
        <button
          type="button"
          onClick={choose}
          className={`${frame} flex min-h-20 flex-col items-center justify-center gap-1.5 border border-dashed border-border text-sm text-muted transition-colors hover:bg-surface-secondary`}
        >
          <Icon icon={imageIcon} className="size-5" />
          {t('addCover')}
        </button>
      ) : (
        <div className={`${frame} aspect-[3/2] bg-surface-secondary`}>
          <Picture documentId={property.coverDocumentId} name={property.name} />
          {canEdit && (
            <span className="absolute end-2 top-2 rounded-lg bg-surface/90 shadow-surface">
              <Menu
                label={t('coverMenu')}
                size="sm"
                iconOnly
                trigger={<Icon icon={ellipsisIcon} />}
                groups={[
                  [
                    { id: 'change', label: t('changeCover'), icon: uploadIcon, onSelect: choose },
                    {
                      id: 'remove',
                      label: t('removeCover'),
                      icon: trash2Icon,
                      onSelect: () => setCover(null),
                    },
                  ],
                ]}
              />
            </span>
          )}
        </div>
      )}
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label={t('addCover')}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          // Choosing the same file again must be a change, too.
          event.currentTarget.value = '';
        }}
      />
      {uploads.length > 0 && (
        <div className="-mx-5 mt-2">
          <UploadList uploads={uploads} isLinkedHere={() => true} onLink={async () => undefined} />
        </div>
      )}
    </div>
  );
}

function Picture({ documentId, name }: { documentId: string; name: string }) {
  const t = useTranslations('PropertyPage');
  // The address ends in a minute; the browser has the picture by then.
  const file = trpc.document.fileUrl.useQuery(
    { id: documentId, versionId: null, use: 'show' },
    { staleTime: 50_000, refetchOnWindowFocus: false },
  );
  if (file.isPending) return <Skeleton className="absolute inset-0 rounded-none" />;
  if (!file.data) {
    return (
      <span className="flex size-full items-center justify-center text-muted">
        <Button look="ghost" size="sm" onClick={() => void file.refetch()}>
          {t('coverFailed')}
        </Button>
      </span>
    );
  }
  return (
    // biome-ignore lint/performance/noImgElement: an address that ends in a minute
    <img src={file.data.url} alt={t('coverTitle', { name })} className="size-full object-cover" />
  );
}

/** Puts a picture up or takes it away, which can be taken back. */
function useSetCover(property: PropertyDetails) {
  const t = useTranslations('PropertyPage');
  const offerUndo = useUndo();
  const errors = useErrorWords();
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.property.setCover.useMutation();

  async function change(documentId: string | null) {
    try {
      // Uploading takes a while: the property may be another version by now.
      const { version } = await utils.property.get.fetch({ id: property.id }, { staleTime: 0 });
      await mutateAsync({ id: property.id, version, documentId });
      await whenFresh();
      return true;
    } catch (error) {
      showFailure(errors.failure(error));
      return false;
    }
  }

  return async (documentId: string | null) => {
    const before = property.coverDocumentId;
    if ((await change(documentId)) && documentId === null && before !== null) {
      offerUndo(t('coverRemoved'), () => change(before));
    }
  };
}
