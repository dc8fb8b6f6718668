import { useTranslations } from 'next-intl';
import { Dialog } from '@/components/dialog';
import type { PropertyDetails } from './use-property';
import { ValuationsForm } from './valuations-form';

/** What the property was worth, day by day; open as long as it is mounted. */
export function ValuationsDialog({ property, onClose }: { property: PropertyDetails; onClose: () => void }) {
  const t = useTranslations('ValuationsForm');
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('title')} description={t('text')}>
      <ValuationsForm property={property} onClose={onClose} />
    </Dialog>
  );
}
