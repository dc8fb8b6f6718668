'use client';

import { usePathname } from 'next/navigation';

/** A sentence with the path of the page in place of its `{path}`: where a page was not found, only the browser knows it. */
export function PathSentence({ sentence }: { sentence: string }) {
  return sentence.replace('{path}', usePathname());
}
