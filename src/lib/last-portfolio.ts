/** What a browser keeps of the portfolio it showed last, so that whoever loses it is told which it was. */
export const lastPortfolioCookie = 'hausbuch-last-portfolio';

type LastPortfolio = { userId: string; id: string; name: string };

/** `user.portfolio.name`, as a cookie may hold it. */
export const writeLastPortfolio = ({ userId, id, name }: LastPortfolio): string =>
  [userId, id, encodeURIComponent(name)].join('.');

/**
 * The name by which a person last saw a portfolio that is theirs no more; null where none is gone, or where somebody else
 * has used this browser, of whose portfolios they are told nothing.
 */
export function endedPortfolio(
  cookie: string | undefined,
  userId: string,
  own: readonly { id: string }[],
): string | null {
  const [whose, id, ...rest] = (cookie ?? '').split('.');
  const name = rest.join('.');
  return whose === userId && id && name && !own.some((one) => one.id === id) ? name : null;
}
