import { useEffect } from 'react';
import { choosePortfolio } from '../actions';

/** What the windows of a browser tell each other: which portfolio was shown or turned to last. */
const storageKey = 'hausbuch-portfolio';

/**
 * Every window keeps the portfolio it shows. Whichever another window has chosen since, this one's is the current one
 * again as soon as somebody turns to this window: its next page is not one of the other portfolio.
 */
export function useKeptPortfolio(portfolioId: string | undefined): void {
  useEffect(() => {
    if (portfolioId === undefined) return;
    const own = portfolioId;
    localStorage.setItem(storageKey, own);
    function keep() {
      if (document.visibilityState !== 'visible' || localStorage.getItem(storageKey) === own) return;
      // Told before it is done: a window turned to meanwhile sees that it has to ask for its own again.
      localStorage.setItem(storageKey, own);
      choosePortfolio(own).catch(() => {
        // Without a network the cookie stays; whoever turns to a window again tries again.
        if (localStorage.getItem(storageKey) === own) localStorage.removeItem(storageKey);
      });
    }
    window.addEventListener('focus', keep);
    window.addEventListener('pageshow', keep);
    document.addEventListener('visibilitychange', keep);
    return () => {
      window.removeEventListener('focus', keep);
      window.removeEventListener('pageshow', keep);
      document.removeEventListener('visibilitychange', keep);
    };
  }, [portfolioId]);
}
