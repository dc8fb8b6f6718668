import { useRouter } from 'next/navigation';
import { useLocale } from 'next-intl';
import { getPathname } from './navigation';

type Place = Parameters<typeof getPathname>[0]['href'];

/** Goes to a page, or to an anchor on it: next-intl's own router loses the anchor. */
export function useGo(): (href: Place, anchor?: string) => void {
  const router = useRouter();
  const locale = useLocale();
  return (href, anchor) => router.push(getPathname({ href, locale }) + (anchor ? `#${anchor}` : ''));
}
