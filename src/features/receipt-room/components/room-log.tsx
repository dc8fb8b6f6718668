import { useTranslations } from 'next-intl';
import { Dialog } from '@/components/dialog';
import { SkeletonRows } from '@/components/skeleton';
import { useErrorWords } from '@/i18n/error-words';
import { formatInstant } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import type { RoomRow } from './room-list';

/** When somebody went into a room, and which files they took. Open as long as it is mounted. */
export function RoomLog({ room, onClose }: { room: RoomRow; onClose: () => void }) {
  const t = useTranslations('ReceiptRooms');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('logTitle', { name: room.tenantName })}
      description={t('logText')}
    >
      <Events roomId={room.id} />
    </Dialog>
  );
}

function Events({ roomId }: { roomId: string }) {
  const t = useTranslations('ReceiptRooms');
  const formats = useFormats();
  const words = useErrorWords();
  const log = trpc.receiptRoom.log.useQuery({ id: roomId });
  if (log.error) return <p className="text-sm text-danger">{words.failure(log.error)}</p>;
  if (!log.data) return <SkeletonRows count={3} />;
  const { events, timeZone } = log.data;
  if (events.length === 0) return <p className="text-sm text-muted">{t('logEmpty')}</p>;
  return (
    <ul className="divide-y divide-separator text-sm">
      {events.map(({ id, at, kind, title }) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 py-2">
          <span className="min-w-0 break-words">
            {t(`events.${kind}`)}
            {title !== null && <span className="text-muted"> · {title}</span>}
          </span>
          <time dateTime={at.toISOString()} className="tabular-nums text-muted">
            {formatInstant(at, timeZone, formats)}
          </time>
        </li>
      ))}
    </ul>
  );
}
