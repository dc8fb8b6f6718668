import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { Dialog } from '@/components/dialog';
import { SelectField } from '@/components/form/select-field';
import { SkeletonForm } from '@/components/skeleton-form';
import { RoomForm } from './room-form';
import type { RoomRow, Rooms } from './room-list';

/** Opens a room for a tenant, or changes what one shows. Open as long as it is mounted. */
export function RoomDialog({
  room,
  leases,
  onClose,
}: {
  room: RoomRow | null;
  leases: Rooms['leases'];
  onClose: () => void;
}) {
  const t = useTranslations('ReceiptRooms');
  const [of, setOf] = useState(room?.statementLeaseId ?? leases[0]?.statementLeaseId ?? '');
  const isOver = room?.state === 'over';
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={t(room ? (isOver ? 'reopenTitle' : 'changeTitle') : 'openTitle')}
      description={t(room ? (isOver ? 'reopenText' : 'changeText') : 'openText')}
    >
      <div className="flex flex-col gap-4">
        {!room && leases.length > 1 && (
          <SelectField
            name={null}
            label={t('lease')}
            options={leases.map(({ statementLeaseId, name, place }) => ({
              value: statementLeaseId,
              label: place === '' ? name : `${name} · ${place}`,
            }))}
            defaultValue={of}
            onValueChange={setOf}
          />
        )}
        <Suspense fallback={<SkeletonForm />}>
          <RoomForm key={of} statementLeaseId={of} room={room} onClose={onClose} />
        </Suspense>
      </div>
    </Dialog>
  );
}
