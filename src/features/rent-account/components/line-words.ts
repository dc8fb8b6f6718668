import { useTranslations } from 'next-intl';
import type { ChargeComponent, ChargeKind } from '@/domain/account-kinds';
import type { SettlementKind } from '@/domain/vocabulary';

/** What a line of a rent or charge is called: an advance and a lump sum for the same costs differ in law. */
export function useLineName() {
  const labels = useTranslations('Labels');
  return ({ component, settlement }: { component: ChargeComponent; settlement: SettlementKind }): string => {
    switch (component) {
      case 'operating_costs':
      case 'heating':
        return labels(`rentLine.${component}_${settlement}`);
      case 'net':
      case 'parking':
      case 'furniture':
      case 'other':
        return labels(`rentLine.${component}`);
      default:
        return labels(`chargeKind.${component satisfies ChargeKind}`);
    }
  };
}
