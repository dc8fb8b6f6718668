'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import { EmptyState } from '@/components/empty-state';
import { doorOpenIcon, plusIcon } from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import { Section } from '@/components/section';
import { StatusChip } from '@/components/status-chip';
import { formatInstant } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { RoomActions } from './room-actions';

const RoomDialog = lazyDialog(async () => (await import('./room-dialog')).RoomDialog);

export type Rooms = NonNullable<Outputs['receiptRoom']['list']>;
export type RoomRow = Rooms['rooms'][number];

const untilWords = { open: 'openUntil', revoked: 'closedOn', over: 'wasOpenUntil' } as const;
const tones = { open: 'success', revoked: 'neutral', over: 'neutral' } as const;

/** Who looks at the receipts of a statement where, and the way to open a room for somebody. */
export function RoomList({
  place,
  served,
  canEdit,
}: {
  place: { propertyId: string; from: string; to: string };
  served: Rooms;
  canEdit: boolean;
}) {
  const t = useTranslations('ReceiptRooms');
  const query = trpc.receiptRoom.list.useQuery(place, { initialData: served });
  const { isGerman, leases, rooms, timeZone } = query.data ?? served;
  const [opened, setOpened] = useState<RoomRow | 'new' | null>(null);
  return (
    <Section
      id="receipts"
      title={t('title')}
      description={t(isGerman ? 'text' : 'textAbroad')}
      actions={
        canEdit &&
        leases.length > 0 && (
          <Button look="tertiary" size="sm" icon={plusIcon} onClick={() => setOpened('new')}>
            {t('open')}
          </Button>
        )
      }
      flush
    >
      {rooms.length === 0 ? (
        <EmptyState icon={doorOpenIcon} title={t('none')}>
          {t('noneText')}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-separator">
          {rooms.map((room) => (
            <li key={room.id} className="grid gap-1 px-5 py-4 md:px-6">
              <Room room={room} timeZone={timeZone} />
              <RoomActions room={room} canEdit={canEdit} onEdit={() => setOpened(room)} />
            </li>
          ))}
        </ul>
      )}
      {opened && (
        <RoomDialog
          // As it is now, also where somebody else has changed it meanwhile.
          room={opened === 'new' ? null : (rooms.find(({ id }) => id === opened.id) ?? opened)}
          leases={leases}
          onClose={() => setOpened(null)}
        />
      )}
    </Section>
  );
}

function Room({ room, timeZone }: { room: RoomRow; timeZone: string }) {
  const t = useTranslations('ReceiptRooms');
  const formats = useFormats();
  const isUnmailed = room.state === 'open' && room.mailedAt === null;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{room.tenantName}</span>
        <StatusChip tone={isUnmailed ? 'danger' : tones[room.state]}>
          {t(isUnmailed ? 'unmailed' : `states.${room.state}`)}
        </StatusChip>
      </p>
      <p className="break-words text-sm text-muted">
        {room.address} · {t(untilWords[room.state])} <DateText day={room.closedOn ?? room.endsOn} />
      </p>
      <p className="text-sm text-muted">
        {room.lastEnteredAt === null
          ? t('neverEntered')
          : t('lastEntered', { at: formatInstant(room.lastEnteredAt, timeZone, formats) })}
      </p>
    </>
  );
}
