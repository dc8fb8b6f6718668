import { type RefObject, useRef, useState } from 'react';
import type { FieldName } from '@/components/form/field-name';
import { showThenFocus } from '@/components/form/show-then-focus';
import { useListComparison } from '@/components/form/use-list-comparison';

export type Line<Value> = { key: number; value: Value };

/**
 * Rows of a form that come and go. Their fields keep what is typed, so a row is known by its key; a new one gets
 * the focus, and what somebody else has saved meanwhile takes their place only when that is asked for.
 */
export function useLines<Value>(
  name: FieldName,
  { label, saved, textOf }: { label: string; saved: readonly Value[]; textOf: (value: Value) => string },
): {
  box: RefObject<HTMLUListElement | null>;
  lines: readonly Line<Value>[];
  add: (value: Value) => void;
  remove: (key: number) => void;
} {
  const box = useRef<HTMLUListElement>(null);
  const nextKey = useRef(saved.length);
  const [lines, setLines] = useState<Line<Value>[]>(() => saved.map((value, key) => ({ key, value })));
  const { changed } = useListComparison(name, {
    label,
    rows: () => [...(box.current?.children ?? [])],
    saved: saved.map(textOf),
    take: () => {
      const first = nextKey.current;
      nextKey.current += saved.length;
      setLines(saved.map((value, index) => ({ key: first + index, value })));
    },
  });
  return {
    box,
    lines,
    add(value) {
      const key = nextKey.current;
      nextKey.current += 1;
      showThenFocus(
        () => {
          setLines([...lines, { key, value }]);
          changed();
        },
        () => box.current?.lastElementChild?.querySelector<HTMLElement>('input, select'),
      );
    },
    remove(key) {
      setLines(lines.filter((line) => line.key !== key));
      changed();
    },
  };
}
