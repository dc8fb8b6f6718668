/** A box on a page, in parts of its width and height from the upper left corner. */
export type Box = { left: number; top: number; width: number; height: number };

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** The smallest side of a box: less could not be taken hold of. */
const LEAST = 0.01;

/** The box between two corners, wherever the pointer went, never beyond the page. */
export function boxBetween(one: { x: number; y: number }, other: { x: number; y: number }): Box {
  const [left, right] = [one.x, other.x].map((x) => within(x, 0, 1)).sort((a, b) => a - b) as [
    number,
    number,
  ];
  const [top, bottom] = [one.y, other.y].map((y) => within(y, 0, 1)).sort((a, b) => a - b) as [
    number,
    number,
  ];
  return { left, top, width: right - left, height: bottom - top };
}

/** Whether a box hides anything: a click without a way draws none. */
export const isDrawn = ({ width, height }: Box): boolean => width >= LEAST && height >= LEAST / 2;

/** A box moved, or made larger, by parts of the page; it stays on the page. */
export function movedBox(box: Box, by: { x: number; y: number }, isResized: boolean): Box {
  if (isResized) {
    return {
      ...box,
      width: within(box.width + by.x, LEAST, 1 - box.left),
      height: within(box.height + by.y, LEAST, 1 - box.top),
    };
  }
  return {
    ...box,
    left: within(box.left + by.x, 0, 1 - box.width),
    top: within(box.top + by.y, 0, 1 - box.height),
  };
}

/** A box in whole pixels of a page: outwards, so that nothing shines through at its edge. */
export function pixelsOf(box: Box, { width, height }: { width: number; height: number }) {
  const left = Math.floor(box.left * width);
  const top = Math.floor(box.top * height);
  return {
    left,
    top,
    width: Math.ceil((box.left + box.width) * width) - left,
    height: Math.ceil((box.top + box.height) * height) - top,
  };
}
