import { useTranslations } from 'next-intl';
import type { Device } from '../device-rules';

/** Calls a device as its owner would: `Firefox on Windows`. */
export function useDeviceName(): (device: Pick<Device, 'browser' | 'system'>) => string {
  const t = useTranslations('Sessions');
  return ({ browser, system }) => {
    if (browser !== null && system !== null) return t('device', { browser, system });
    return browser ?? system ?? t('unknownDevice');
  };
}
