import { useTranslations } from 'next-intl';
import { Suspense, useRef, useState } from 'react';
import { formatDate, parseDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { Button } from '../button';
import { calendarDaysIcon } from '../icons';
import { lazyPart } from '../lazy-part';
import { TypedField, type TypedFieldProps } from './typed-field';

// The calendar is four times the code of this field and few people open it.
const CalendarPopover = lazyPart(() => import('./calendar-popover'));

/** A calendar day, typed in the user's format or picked; reads as `YYYY-MM-DD`. */
export function DateField({
  defaultDay,
  onDayChange,
  ...field
}: TypedFieldProps & {
  defaultDay?: string | null;
  onDayChange?: (day: string | null) => void;
}) {
  const t = useTranslations('Form');
  const formats = useFormats();
  const anchor = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const [day, setDay] = useState<string | null>(defaultDay ?? null);
  const placeholder = t(`datePattern.${formats.dateFormat === 'dd.mm.yyyy' ? 'dots' : formats.dateFormat}`);

  function change(next: string | null) {
    setDay(next);
    onDayChange?.(next);
  }

  return (
    <TypedField<string>
      placeholder={placeholder}
      {...field}
      value={defaultDay}
      onValueChange={change}
      inputMode="text"
      write={(value) => formatDate(value, formats)}
      read={(text) => {
        const parsed = parseDate(text, formats);
        return parsed.ok ? { ok: true, value: parsed.day } : { ok: false, code: parsed.reason };
      }}
      end={(set, labelId) => (
        <>
          <Button
            ref={anchor}
            look="ghost"
            size="sm"
            iconOnly
            icon={calendarDaysIcon}
            aria-label={t('openCalendar')}
            aria-describedby={labelId}
            aria-haspopup="dialog"
            aria-expanded={opened}
            onClick={() => setOpened(true)}
            className="text-muted"
          />
          {opened && (
            <Suspense>
              <CalendarPopover
                anchor={anchor}
                labelId={labelId}
                day={day}
                onPick={set}
                onClose={() => setOpened(false)}
              />
            </Suspense>
          )}
        </>
      )}
    />
  );
}
