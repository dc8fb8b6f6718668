import { useLocale } from 'next-intl';
import { getPathname } from '@/i18n/navigation';
import { announceSignOut } from './session-channel';

/** What follows a sign-out that one asked for: the other tabs hear of it, and a new page forgets everything. */
export function useLeave(): () => void {
  const language = useLocale();
  return () => {
    announceSignOut();
    // A new page, not a new view: nothing of this person may stay in memory.
    window.location.assign(getPathname({ href: '/', locale: language }));
  };
}
