import { lastPortfolioCookie, writeLastPortfolio } from '@/lib/last-portfolio';

const YEAR_SECONDS = 60 * 60 * 24 * 365;

function put(value: string, maxAge: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Safari has had the Cookie Store API for too short a time
  document.cookie = `${lastPortfolioCookie}=${value}; path=/; max-age=${maxAge}; samesite=lax`;
}

/** Keeps which portfolio this browser shows to whom. */
export const keepLastPortfolio = (shown: Parameters<typeof writeLastPortfolio>[0]): void =>
  put(writeLastPortfolio(shown), YEAR_SECONDS);

/** For who leaves or deletes it themselves, and need not be told. */
export const forgetLastPortfolio = (): void => put('', 0);
