'use client';

import { useEffect } from 'react';

/** Keeps the place of who works by keys or by ear (`keep-focus.ts`), from the first thing that has the focus. */
export function FocusKeeper() {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isOver = false;
    function begin() {
      import('./keep-focus').then(
        ({ keepFocus }) => {
          if (!isOver) stop = keepFocus();
        },
        () => undefined, // the browser then forgets the place, as ever
      );
    }
    document.addEventListener('focusin', begin, { once: true });
    return () => {
      isOver = true;
      document.removeEventListener('focusin', begin);
      stop?.();
    };
  }, []);
  return null;
}
