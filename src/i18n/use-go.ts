import { useRouter } from 'next/navigation';
import { useLocale } from 'next-intl';
import { getPathname } from './navigation';

type Place = Parameters<typeof getPathname>[0]['href'];

/** Dispatched on the window with the address gone to; a link tells of itself by its click. */
export const goingEvent = 'hausbuch:going';

/** Goes to a page, or to an anchor on it: next-intl's own router loses the anchor, and nobody hears that something is under way. */
export function useGo(): (href: Place, anchor?: string) => void {
  const router = useRouter();
  const locale = useLocale();
  return (href, anchor) => {
    const address = getPathname({ href, locale }) + (anchor ? `#${anchor}` : '');
    window.dispatchEvent(new CustomEvent(goingEvent, { detail: address }));
    router.push(address);
  };
}
