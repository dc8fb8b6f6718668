import { type ReactNode, Suspense } from 'react';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { CalendarDate } from '@/lib/calendar';
import { Dialog } from './dialog';
import { Money } from './money';
import { SkeletonRows } from './skeleton';
import { StatusChip } from './status-chip';

/** What is in a file for a bank. Open as long as it is mounted. */
export function BankFileDialog({
  day,
  titleOf,
  onClose,
  children,
}: {
  day: CalendarDate;
  titleOf: (day: string) => string;
  onClose: () => void;
  children: ReactNode;
}) {
  const formats = useFormats();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={titleOf(formatDate(day, formats))}>
      <Suspense fallback={<SkeletonRows count={3} />}>{children}</Suspense>
    </Dialog>
  );
}

/** The payments of a file, each with whose it is, what became of it, and what may be done about it. */
export function BankFileItems<Item extends { id: string; amountCents: number }>({
  items,
  nameOf,
  linesOf,
  chipOf,
  action,
}: {
  items: readonly Item[];
  nameOf: (item: Item) => string;
  /** Below the name; what is null is left out. */
  linesOf: (item: Item) => readonly (string | null)[];
  chipOf: (item: Item) => { text: string; tone: 'neutral' | 'accent' | 'success' | 'warning' };
  action: (item: Item) => ReactNode;
}) {
  return (
    <ul className="divide-y divide-separator rounded-xl border border-border">
      {items.map((item) => {
        const { text, tone } = chipOf(item);
        return (
          <li key={item.id} className="flex flex-wrap items-start gap-x-3 gap-y-1 px-3.5 py-2.5 text-sm">
            <span className="min-w-0 flex-1">
              <span className="block font-medium break-words">{nameOf(item)}</span>
              {linesOf(item).map(
                (line) =>
                  line !== null && (
                    <span key={line} className="block text-xs break-words text-muted">
                      {line}
                    </span>
                  ),
              )}
            </span>
            <StatusChip tone={tone}>{text}</StatusChip>
            <Money amountCents={item.amountCents} className="font-medium" />
            {action(item)}
          </li>
        );
      })}
    </ul>
  );
}
