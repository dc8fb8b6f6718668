import { type RefObject, useEffect } from 'react';

/**
 * Tells the style sheet on which sides a box has more than it shows (`data-more="start end"`), so that what is cut
 * off fades out instead of ending in mid-word.
 */
export function useScrollEdges(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    function look() {
      if (!element) return;
      const { scrollLeft, scrollWidth, clientWidth } = element;
      const sides = [scrollLeft > 1 && 'start', scrollLeft + clientWidth < scrollWidth - 1 && 'end'];
      element.dataset.more = sides.filter(Boolean).join(' ');
    }
    // The observer reports every size once as it begins, when the page is laid out anyway; asking at once would have
    // it laid out in between.
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [box]);
}
