import { lastPortfolioCookie, writeLastPortfolio } from '@/lib/last-portfolio';

const YEAR_SECONDS = 60 * 60 * 24 * 365;

function put(value: string, maxAge: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Safari has had the Cookie Store API for too short a time
  document.cookie = `${lastPortfolioCookie}=${value}; path=/; max-age=${maxAge}; samesite=lax`;
}

/** Keeps which portfolio this browser shows to whom. */
export const keepLastPortfolio = (shown: Parameters<typeof writeLastPortfolio>[0]): void =>
  put(writeLastPortfolio(shown), YEAR_SECONDS);

/** Long enough for all windows of the browser to have heard of it. */
const MINUTE_SECONDS = 60;
const LEFT = 'left';
let isLeftHere = false;

/** For who leaves or deletes it themselves, and need not be told. */
export function forgetLastPortfolio(): void {
  isLeftHere = true;
  put(LEFT, MINUTE_SECONDS);
}

/** Whether that happened: in this window, which goes on by itself, or in another one of the browser. */
export const isOwnWish = (where: 'here' | 'anywhere'): boolean =>
  isLeftHere || (where === 'anywhere' && document.cookie.includes(`${lastPortfolioCookie}=${LEFT}`));
