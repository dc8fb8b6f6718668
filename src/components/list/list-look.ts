import { useState } from 'react';
import { type ListLook, listLookCookie, writeListLook } from './list-look-cookie';

/** What was chosen on this page's visit: the page comes back from the router's memory as it was first served. */
const chosen = new Map<string, ListLook>();
const YEAR_SECONDS = 60 * 60 * 24 * 365;

/** Cards or table and which columns; remembered in a cookie, so that the server draws the list as it was left. */
export function useListLook(name: string, served: ListLook) {
  const [look, setLook] = useState(() => chosen.get(name) ?? served);
  function change(part: Partial<ListLook>) {
    const next = { ...look, ...part };
    chosen.set(name, next);
    setLook(next);
    // biome-ignore lint/suspicious/noDocumentCookie: Safari has had the Cookie Store API for too short a time
    document.cookie = `${listLookCookie(name)}=${writeListLook(next)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  }
  return [look, change] as const;
}
