import { useTranslations } from 'next-intl';
import { Fragment } from 'react';
import { fileSpreadsheetIcon, fileTextIcon, imageIcon } from '@/components/icons';
import { StatusChip } from '@/components/status-chip';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { Link } from '@/i18n/navigation';
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

/** What a document hangs on; a property and a tenant lead to their page. */
export function LinkedThings({ links }: { links: readonly DocumentLinkName[] }) {
  const linkWords = useLinkWords();
  return links.map((link, index) => (
    <Fragment key={`${link.kind} ${link.id}`}>
      {index > 0 && ' · '}
      {link.kind === 'property' || link.kind === 'tenant' ? (
        <Link
          href={{
            pathname: link.kind === 'property' ? '/property/[id]/documents' : '/tenant/[id]/documents',
            params: { id: link.id },
          }}
          className="hover:text-foreground hover:underline"
        >
          {linkWords(link)}
        </Link>
      ) : (
        linkWords(link)
      )}
    </Fragment>
  ));
}

/** Everything it hangs on but the thing whose page one is on. */
export const otherLinks = (links: readonly DocumentLinkName[], on: DocumentTarget | null) =>
  links.filter((link) => link.kind !== on?.kind || link.id !== on.id);
