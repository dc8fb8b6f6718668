import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { Icon } from '@/components/icon';
import { chevronDownIcon } from '@/components/icons';
import type { TextKind } from '@/domain/vocabulary';
import { fieldsOf, isLetterField, type LetterField } from '../kind-facts';
import type { TemplateValues } from '../template-rules';
import type { Marks } from './use-marks';

type Place = HTMLTextAreaElement | HTMLInputElement;

/** So much of what a field gives is shown beside its name. */
const SHOWN = 40;

/** What can be filled in, with what it gives in the letter that is shown, and what can be asked about; put where the cursor is. */
export function FieldPicker({
  kind,
  marks,
  values,
  of,
  into,
}: {
  kind: TextKind;
  marks: Marks;
  values: TemplateValues;
  /** Of which text, where there are two. */
  of?: string | undefined;
  into: () => Place | null;
}) {
  const t = useTranslations('WriteLetter');
  const fields = fieldsOf(kind).toSorted(([a], [b]) => marks.nameOf(a).localeCompare(marks.nameOf(b)));
  const choose = (chosen: string) => {
    const [as, key = ''] = chosen.split(' ');
    const place = into();
    if (place && isLetterField(key)) insertAt(place, marks.markOf(key, as === 'ask' ? 'ask' : 'fill'));
  };
  const withValue = (key: LetterField) => {
    const name = marks.nameOf(key);
    const value = values[key];
    if (value === undefined || value.length === 0) return t('givesNothing', { name });
    if (typeof value !== 'string') return name;
    return t('gives', { name, value: value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value });
  };
  return (
    <span className="relative flex max-w-full self-start">
      <select
        aria-label={of === undefined ? t('fields') : `${t('fields')}: ${of}`}
        value=""
        onChange={(event) => choose(event.target.value)}
        className="input max-w-full appearance-none pe-9"
      >
        <option value="">{t('fields')}</option>
        <optgroup label={t('fill')}>
          {fields
            .filter(([, of]) => of !== 'condition')
            .map(([key]) => (
              <option key={key} value={`fill ${key}`}>
                {withValue(key)}
              </option>
            ))}
        </optgroup>
        <optgroup label={t('ask')}>
          {fields.map(([key]) => (
            <option key={key} value={`ask ${key}`}>
              {marks.nameOf(key)}
            </option>
          ))}
        </optgroup>
      </select>
      <Icon
        icon={chevronDownIcon}
        className="pointer-events-none absolute inset-y-0 end-3 my-auto text-muted"
      />
    </span>
  );
}

/** Puts a mark where the cursor is, in place of what is chosen, as if it had been typed: whoever listens hears of it. */
function insertAt(place: Place, mark: string): void {
  const at = place.selectionStart ?? place.value.length;
  place.setRangeText(mark, at, place.selectionEnd ?? at, 'end');
  place.dispatchEvent(new Event('input', { bubbles: true }));
  // The list takes the cursor once it closes.
  requestAnimationFrame(() => {
    place.focus();
    place.setSelectionRange(at + mark.length, at + mark.length);
  });
}

/** Of some texts by name, the last of which is usual, whichever was written in last. */
export function useLastPlace(names: readonly string[]) {
  const ref = useRef<HTMLDivElement>(null);
  const last = useRef<Place | null>(null);
  const among = names.map((name) => `[name="${name}"]`).join(',');
  const isPlace = (found: unknown): found is Place =>
    (found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement) && found.matches(among);
  useEffect(() => {
    const box = ref.current;
    const note = ({ target }: FocusEvent) => {
      if (isPlace(target)) last.current = target;
    };
    box?.addEventListener('focusin', note);
    return () => box?.removeEventListener('focusin', note);
  });
  const place = (): Place | null => {
    if (last.current?.isConnected) return last.current;
    const found = ref.current?.querySelector(`[name="${names.at(-1)}"]`);
    return isPlace(found) ? found : null;
  };
  return { ref, place };
}
