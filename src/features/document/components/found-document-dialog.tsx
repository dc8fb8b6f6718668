import { Dialog } from '@/components/dialog';
import { useErrorWords } from '@/i18n/error-words';
import { trpc } from '@/trpc/client';
import { PreviewDialog } from './preview-dialog';
import { useSaveFile } from './use-save-file';

/** A document by its id, opened wherever one is; open as long as it is mounted. */
export function FoundDocumentDialog({
  id,
  title,
  onClose,
}: {
  id: string;
  title: string;
  onClose: () => void;
}) {
  const words = useErrorWords();
  const { data: row, error } = trpc.document.get.useQuery({ id });
  const { saveFile } = useSaveFile();
  if (row) return <PreviewDialog row={row} onClose={onClose} onSave={() => void saveFile(id)} />;
  if (!error) return null;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      <p role="alert">{words.failure(error)}</p>
    </Dialog>
  );
}
