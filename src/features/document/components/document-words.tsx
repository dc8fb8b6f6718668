'use client';

import { useTranslations } from 'next-intl';
import { fileSpreadsheetIcon, fileTextIcon, imageIcon } from '@/components/icons';
import { StatusChip } from '@/components/status-chip';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { Outputs } from '@/trpc/outputs';
import { kindOf } from '../file-kind-rules';
import { validityOf } from '../rules';
import type { DocumentTarget } from '../schema';

export type DocumentRow = Outputs['document']['list']['rows'][number];
export type DocumentLinkName = DocumentRow['links'][number];

const spreadsheets = /spreadsheet|csv/;

export function fileIcon(mediaType: string): string {
  if (kindOf(mediaType)?.family === 'picture') return imageIcon;
  return spreadsheets.test(mediaType) ? fileSpreadsheetIcon : fileTextIcon;
}

/** Says so only when a paper runs out soon, or has. */
export function ValidityChip({ validUntil, today }: { validUntil: string | null; today: string }) {
  const t = useTranslations('Documents');
  const formats = useFormats();
  const validity = validityOf(validUntil, today);
  if (validUntil === null || validity === 'open' || validity === 'valid') return null;
  const day = formatDate(validUntil, formats);
  return validity === 'expired' ? (
    <StatusChip tone="danger">{t('expired', { day })}</StatusChip>
  ) : (
    <StatusChip tone="warning">{t('expiring', { day })}</StatusChip>
  );
}

/** What a document hangs on in words: "Lease: Anna Müller (Flat 3)". */
export function useLinkWords(): (link: DocumentLinkName) => string {
  const t = useTranslations('Documents');
  return ({ kind, label, place }) => {
    const name =
      kind === 'lease'
        ? t('leaseOf', { tenants: label })
        : kind === 'handover'
          ? t('handoverOf', { tenants: label })
          : label;
    return place === null || place === label ? name : t('placed', { name, place });
  };
}

/** Everything it hangs on but the thing whose page one is on. */
export const otherLinks = (links: readonly DocumentLinkName[], on: DocumentTarget) =>
  links.filter((link) => link.kind !== on.kind || link.id !== on.id);
