import { useEffect } from 'react';
import type { FieldName } from './field-name';
import { useFormConnection } from './form-context';

/**
 * Compares a list of rows as a whole with what the record holds: rows come and go, so that their fields cannot be
 * compared one by one. `rows` are the elements on the page, each read as its `[data-row-label]` and its controls;
 * `saved` tells the record's rows in the same words.
 */
export function useListComparison(
  name: FieldName,
  {
    label,
    rows,
    saved,
    take,
  }: { label: string; rows: () => readonly Element[]; saved: readonly string[]; take: () => void },
): { changed: () => void } {
  const form = useFormConnection();
  // No path of a value, so that no problem is sent here.
  const key = `${name}~` as const;
  useEffect(() =>
    form?.register(key, {
      element: () => null,
      compare: {
        label: () => label,
        mine: () => rows().map(textOf).join('\n'),
        saved: () => saved.join('\n'),
        take,
      },
    }),
  );
  return { changed: () => form?.changed(key) };
}

function textOf(row: Element): string {
  const controls = [...row.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')];
  const shown = controls.map((control) => {
    if (control instanceof HTMLSelectElement) return control.selectedOptions[0]?.text ?? '';
    if (control.type !== 'checkbox') return control.value.trim();
    return control.checked ? (control.labels?.[0]?.textContent ?? '') : '';
  });
  return rowText([row.querySelector('[data-row-label]')?.textContent ?? '', ...shown]);
}

/** A row in words: `Garage · 01.05.2026`. */
export const rowText = (parts: readonly string[]): string => parts.filter(Boolean).join(' · ');
