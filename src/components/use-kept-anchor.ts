import { useEffect } from 'react';

/** Sections that come later than this move nothing any more. */
const KEPT_MS = 4_000;
const ownMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Keeps the section of the address (`#rent`) where it was jumped to while those above it still come and grow, until
 * somebody moves the page.
 */
export function useKeptAnchor(ids: readonly string[]): void {
  const all = ids.join(' ');
  useEffect(() => {
    let stop = () => {};
    function keep(jump?: Event) {
      stop();
      const id = window.location.hash.slice(1);
      if (!all.split(' ').includes(id)) return;
      // An observer reports at once; the browser is then still on its way to where somebody just jumped.
      let isUnderWay = jump !== undefined;
      const observer = new ResizeObserver(() => {
        if (!isUnderWay) document.getElementById(id)?.scrollIntoView({ behavior: 'instant' });
        isUnderWay = false;
      });
      observer.observe(document.body);
      const timer = setTimeout(() => stop(), KEPT_MS);
      stop = () => {
        observer.disconnect();
        clearTimeout(timer);
        for (const move of ownMoves) window.removeEventListener(move, stop);
      };
      for (const move of ownMoves) window.addEventListener(move, stop, { passive: true });
    }
    keep();
    window.addEventListener('hashchange', keep);
    return () => {
      stop();
      window.removeEventListener('hashchange', keep);
    };
  }, [all]);
}
