import { useTranslations } from 'next-intl';
import { Dialog } from '@/components/dialog';
import { NewLandlordForm } from './landlord-form';

/** Enters a landlord where one is needed, in a dialog above what is being filled in. Open as long as it is mounted. */
export function NewLandlordDialog({
  country,
  onCreated,
  onClose,
}: {
  country: string;
  onCreated: (landlord: { id: string; name: string }) => void;
  onClose: () => void;
}) {
  const t = useTranslations('Landlords');
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('newTitle')}>
      <NewLandlordForm country={country} onCreated={onCreated} onClose={onClose} />
    </Dialog>
  );
}
