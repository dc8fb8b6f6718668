import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { useKeptPlace } from './use-kept-place';

/** So many rows stand as they are: the browser finds words in them and prints them. */
const PLAIN_ROWS = 60;
const OVERSCAN = 8;
const GUESS_PX = 64;

/** How high a row of each list was, for the visit that comes back to it. */
const heights = new Map<string, number>();

export type VirtualRows = {
  /** The rows to draw; all of a short list. */
  indexes: readonly number[];
  /** The room of those above and below that are not drawn. */
  beforePx: number;
  afterPx: number;
  /** For the `ref` of each row, which bears `data-index`. */
  measure: ((row: HTMLElement | null) => void) | undefined;
};

/** Which rows of a long list in the page stand in sight, and a few around them. */
export function useVirtualRows(
  name: string,
  count: number,
  list: RefObject<HTMLElement | null>,
): VirtualRows {
  'use no memo'; // the virtualizer stays the same object while what it answers changes
  const isOn = count > PLAIN_ROWS;
  const [margin, setMargin] = useState(0);
  const virtualizer = useWindowVirtualizer({
    count,
    enabled: isOn,
    estimateSize: () => heights.get(name) ?? GUESS_PX,
    overscan: OVERSCAN,
    scrollMargin: margin,
  });
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    setMargin(element.getBoundingClientRect().top + window.scrollY);
    if (!isOn && count > 0) heights.set(name, element.offsetHeight / count);
  }, [name, count, isOn, list]);
  useKeptPlace();
  if (!isOn) {
    return {
      indexes: Array.from({ length: count }, (_, index) => index),
      beforePx: 0,
      afterPx: 0,
      measure: undefined,
    };
  }
  const items = virtualizer.getVirtualItems();
  return {
    indexes: items.map((item) => item.index),
    beforePx: (items[0]?.start ?? margin) - margin,
    afterPx: virtualizer.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin),
    measure: virtualizer.measureElement,
  };
}
