import { useLayoutEffect } from 'react';

/** Where each address of a list was left. */
const places = new Map<string, number>();
/** The address somebody has just come to by going back or forward. */
let returnedTo: string | null = null;

const address = () => window.location.pathname + window.location.search;

if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    returnedTo = address();
  });
}

/**
 * Brings a long list back to where it was left. The browser alone forgets it: the router has drawn the next page,
 * which is shorter, by the time the browser is told to keep the place.
 */
export function useKeptPlace(): void {
  useLayoutEffect(() => {
    const place = returnedTo === address() ? places.get(returnedTo) : undefined;
    returnedTo = null;
    if (place !== undefined && place > 0) window.scrollTo({ top: place, behavior: 'instant' });
    const keep = () => places.set(address(), window.scrollY);
    window.addEventListener('scroll', keep, { passive: true });
    return () => window.removeEventListener('scroll', keep);
  }, []);
}
