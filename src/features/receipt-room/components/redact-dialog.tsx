import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog';
import { Notice } from '@/components/notice';
import { Skeleton } from '@/components/skeleton';
import { trpc } from '@/trpc/client';
import type { Box } from '../redact-rules';
import { burnBoxes, drawPages, MOST_PAGES } from './page-pictures';
import type { Paper } from './paper-choice';
import { RedactPage } from './redact-page';

/** Black boxes over what is other people's, and a new file with them. Open as long as it is mounted. */
export function RedactDialog({
  paper,
  onClose,
  onFile,
}: {
  paper: Paper;
  onClose: () => void;
  /** The new file; the original stays as it is. */
  onFile: (file: File) => void;
}) {
  const t = useTranslations('ReceiptRooms');
  const words = useTranslations('Form');
  const { client } = trpc.useUtils();
  const [boxes, setBoxes] = useState<readonly (readonly Box[])[]>([]);
  const [isBurning, setBurning] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const drawn = useQuery({
    queryKey: ['redact', paper.documentId],
    queryFn: async ({ signal }) => {
      const { url, mediaType } = await client.document.fileUrl.query({ id: paper.documentId, use: 'show' });
      const response = await fetch(url, { signal });
      if (!response.ok) throw new Error(`The file answered ${response.status}.`);
      return drawPages(await response.arrayBuffer(), mediaType);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const count = boxes.reduce((sum, some) => sum + some.length, 0);
  const burn = async () => {
    if (!drawn.data) return;
    setBurning(true);
    try {
      onFile(await burnBoxes(drawn.data, boxes, `${t('copyFile')}.pdf`));
      onClose();
    } catch {
      setFailed(true);
    } finally {
      setBurning(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={t('redactTitle', { title: paper.title })}
      description={t('redactText')}
    >
      <div className="grid gap-4">
        {(drawn.isError || hasFailed) && (
          <Notice tone="danger">{t('notDrawn', { most: String(MOST_PAGES) })}</Notice>
        )}
        {drawn.isPending && <Skeleton className="h-[60dvh] w-full rounded-xl" />}
        {drawn.data?.map((page, at) => (
          <RedactPage
            // biome-ignore lint/suspicious/noArrayIndexKey: pages of a file stay in their order
            key={at}
            page={page}
            number={at + 1}
            boxes={boxes[at] ?? []}
            onBoxes={(some) =>
              setBoxes((before) =>
                drawn.data.map((_, index) => (index === at ? some : (before[index] ?? []))),
              )
            }
          />
        ))}
        <DialogActions>
          <Button look="tertiary" onClick={onClose}>
            {words('cancel')}
          </Button>
          <Button look="primary" disabled={count === 0} pending={isBurning} onClick={() => void burn()}>
            {t('burn', { count })}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
