'use client';

import { useTranslations } from 'next-intl';
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
