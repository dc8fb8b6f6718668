import { useEffect } from 'react';
import { isChosen, tellChosen, untellChosen } from '@/lib/browser/chosen-portfolio';
import { choosePortfolio } from '../actions';

/**
 * Every window keeps the portfolio it shows. Whichever another window has chosen since, this one's is the current one
 * again as soon as somebody turns to this window: its next page is not one of the other portfolio.
 */
export function useKeptPortfolio(portfolioId: string | undefined): void {
  useEffect(() => {
    if (portfolioId === undefined) return;
    const own = portfolioId;
    tellChosen(own);
    function keep() {
      if (document.visibilityState !== 'visible' || isChosen(own)) return;
      // Told before it is done: a window turned to meanwhile sees that it has to ask for its own again.
      tellChosen(own);
      // Without a network the cookie stays; whoever turns to a window again tries again.
      choosePortfolio(own).catch(() => untellChosen(own));
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
