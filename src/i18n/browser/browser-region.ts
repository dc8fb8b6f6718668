/** Where the browser stands and which language it reads, as far as it tells. Browser only. */
export function browserRegion(): { timeZone: string | undefined; locale: string } {
  return { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, locale: navigator.language };
}
