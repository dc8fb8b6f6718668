import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { Dialog } from '@/components/dialog';
import { SkeletonForm } from '@/components/skeleton-form';
import { trpc } from '@/trpc/client';
import { EditDocumentForm } from './edit-document-form';

/** What a document says of itself, until when it is valid among it; open as long as it is mounted. */
export function EditDocumentDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('Documents');
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('editTitle')}>
      <Suspense fallback={<SkeletonForm fields={4} />}>
        <EditDocument id={id} onClose={onClose} />
      </Suspense>
    </Dialog>
  );
}

function EditDocument({ id, onClose }: { id: string; onClose: () => void }) {
  const [row] = trpc.document.get.useSuspenseQuery({ id });
  return <EditDocumentForm row={row} onClose={onClose} />;
}
