import { Calendar } from '@heroui/react/calendar';
import { Popover } from '@heroui/react/popover';
import { I18nProvider } from '@heroui/react/rac';
import { parseDate } from '@internationalized/date';
import type { RefObject } from 'react';
import { useFormats } from '@/i18n/formats-provider';

/** The calendar of a date field, loaded when it is first opened. */
export default function CalendarPopover({
  anchor,
  labelId,
  day,
  onPick,
  onClose,
}: {
  anchor: RefObject<HTMLElement | null>;
  /** Of the field whose day it is. */
  labelId: string;
  day: string | null;
  onPick: (day: string) => void;
  onClose: () => void;
}) {
  const { locale } = useFormats();
  return (
    <I18nProvider locale={locale}>
      <Popover.Content
        isOpen
        triggerRef={anchor}
        onOpenChange={(open) => !open && onClose()}
        placement="bottom end"
        // Without HeroUI's own trigger above it the popover does not know its classes.
        className="popover shadow-overlay"
      >
        <Popover.Dialog aria-labelledby={labelId} className="popover__dialog">
          <Calendar
            aria-labelledby={labelId}
            autoFocus
            defaultValue={day === null ? null : parseDate(day)}
            onChange={(picked) => {
              onPick(picked.toString());
              onClose();
            }}
          >
            <Calendar.Header>
              <Calendar.NavButton slot="previous" />
              <Calendar.Heading />
              <Calendar.NavButton slot="next" />
            </Calendar.Header>
            <Calendar.Grid>
              <Calendar.GridHeader>
                {(name) => <Calendar.HeaderCell>{name}</Calendar.HeaderCell>}
              </Calendar.GridHeader>
              <Calendar.GridBody>{(date) => <Calendar.Cell date={date} />}</Calendar.GridBody>
            </Calendar.Grid>
          </Calendar>
        </Popover.Dialog>
      </Popover.Content>
    </I18nProvider>
  );
}
