import { describe, expect, test } from 'vitest';
import { boxBetween, isDrawn, movedBox, pixelsOf } from './redact-rules';

describe('boxes over other people’s data', () => {
  test('are drawn in any direction, and end where the page does', () => {
    const box = { left: 0.25, top: 0.5, width: 0.5, height: 0.25 };
    expect(boxBetween({ x: 0.25, y: 0.5 }, { x: 0.75, y: 0.75 })).toEqual(box);
    expect(boxBetween({ x: 0.75, y: 0.75 }, { x: 0.25, y: 0.5 })).toEqual(box);
    expect(boxBetween({ x: 0.5, y: 0.5 }, { x: 3, y: -1 })).toEqual({
      left: 0.5,
      top: 0,
      width: 0.5,
      height: 0.5,
    });
  });

  test('a click alone draws none', () => {
    expect(isDrawn(boxBetween({ x: 0.5, y: 0.5 }, { x: 0.5, y: 0.5 }))).toBe(false);
    expect(isDrawn({ left: 0, top: 0, width: 0.2, height: 0.02 })).toBe(true);
  });

  test('stay on the page when they are moved or made larger', () => {
    const box = { left: 0.5, top: 0.5, width: 0.25, height: 0.25 };
    expect(movedBox(box, { x: 1, y: -1 }, false)).toEqual({ ...box, left: 0.75, top: 0 });
    expect(movedBox(box, { x: 1, y: 1 }, true)).toEqual({ ...box, width: 0.5, height: 0.5 });
    expect(movedBox(box, { x: -1, y: -1 }, true)).toEqual({ ...box, width: 0.01, height: 0.01 });
  });

  test('cover each pixel they touch', () => {
    expect(
      pixelsOf({ left: 0.105, top: 0.105, width: 0.2, height: 0.2 }, { width: 100, height: 200 }),
    ).toEqual({
      left: 10,
      top: 21,
      width: 21,
      height: 40,
    });
  });
});
