import { useTranslations } from 'next-intl';
import { placeWords } from '@/domain/names';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { Outputs } from '@/trpc/outputs';

export type HandoverRow = Outputs['handover']['list'][number];
export type HandoverRecord = Outputs['handover']['get'];
export type HandoverDraft = Outputs['handover']['draft'];

/** `Move-in on 1 Nov 2026`. */
export function useHandoverTitle(): (row: Pick<HandoverRow, 'kind' | 'heldOn'>) => string {
  const t = useTranslations('Handover');
  const labels = useTranslations('Labels');
  const formats = useFormats();
  return ({ kind, heldOn }) =>
    t('listed', { kind: labels(`handoverKind.${kind}`), day: formatDate(heldOn, formats) });
}

/** `Move-in on 1 Nov 2026 at 10:00 · Lindenstraße 5`. */
export function useRecordWords(): (record: HandoverRecord) => string {
  const t = useTranslations('Handover');
  const labels = useTranslations('Labels');
  const formats = useFormats();
  return ({ kind, heldOn, heldAt, unit, unitId, property }) => {
    const day = formatDate(heldOn, formats);
    const when = heldAt === null ? t('on', { day }) : t('onAt', { day, time: heldAt });
    const place = placeWords([{ ...unit, id: unitId, propertyName: property.name }]);
    return `${labels(`handoverKind.${kind}`)} ${when} · ${place}`;
  };
}
