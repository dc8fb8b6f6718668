import { useLocale } from 'next-intl';
import { useSyncExternalStore } from 'react';
import { type Jurisdiction, jurisdictions } from '@/domain/vocabulary';
import { browserRegion } from '@/i18n/browser/browser-region';
import { proposePlace } from '../proposal-rules';

const neverChanges = () => () => {};

/** Whose rules and clock to propose. Only the browser knows where it stands; before it is asked, its language says. */
export function useProposedPlace(): { jurisdiction: Jurisdiction; timeZone: string } {
  const language = useLocale();
  // As text, so that the same answer is the same value.
  const place = useSyncExternalStore(
    neverChanges,
    () => Object.values(proposePlace(language, browserRegion())).join(' '),
    () => Object.values(proposePlace(language)).join(' '),
  );
  const [code, timeZone = 'UTC'] = place.split(' ');
  return { jurisdiction: jurisdictions.find((one) => one === code) ?? 'other', timeZone };
}
