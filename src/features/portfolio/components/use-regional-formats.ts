import { useLocale } from 'next-intl';
import { browserRegion } from '@/i18n/browser/browser-region';
import { trpc } from '@/trpc/client';
import { proposeFormats } from '../proposal-rules';

/** Keeps days and numbers as they are written where the browser comes from, unless somebody chose otherwise. */
export function useRegionalFormats(): () => Promise<void> {
  const locale = useLocale();
  const utils = trpc.useUtils();
  const save = trpc.account.updateProfile.useMutation();
  return async () => {
    const formats = proposeFormats(locale, browserRegion().locale);
    if (!formats) return;
    const { displayName, language, dateFormat, numberFormat } = await utils.account.getProfile.fetch();
    if (dateFormat !== null || numberFormat !== null) return;
    await save.mutateAsync({ displayName, language, ...formats });
  };
}
