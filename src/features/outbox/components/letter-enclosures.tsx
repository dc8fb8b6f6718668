import { keepPreviousData } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Button } from '@/components/button';
import { SearchPicker } from '@/components/form/search-picker';
import { Icon } from '@/components/icon';
import { fileTextIcon, xIcon } from '@/components/icons';
import { Notice } from '@/components/notice';
import { useDebounced } from '@/components/use-debounced';
import type { LetterWay } from '@/domain/vocabulary';
import { formatFileSize } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { fitsMail, MAILED_MB, MOST_ENCLOSURES } from '../enclosure-rules';

export type Paper = Outputs['letter']['enclosable'][number];

type Chosen = { papers: readonly Paper[]; onChange: (papers: Paper[]) => void };

/** What comes with the letter: papers of the lease, its tenants, its flat and its house. */
export function LetterEnclosures({ leaseId, ...chosen }: Chosen & { leaseId: string }) {
  const t = useTranslations('WriteLetter');
  const [search, setSearch] = useState('');
  const found = trpc.letter.enclosable.useQuery(
    { leaseId, search: useDebounced(search) },
    { placeholderData: keepPreviousData },
  );
  const words = { placeholder: t('searchEnclosures'), emptyText: t('noEnclosures') };
  return <PaperPicker {...chosen} {...words} found={found.data ?? []} onSearch={setSearch} />;
}

/** What comes with letters, in the order it was chosen in; the server finds what may. */
export function PaperPicker({
  papers,
  found,
  placeholder,
  emptyText,
  onSearch,
  onChange,
}: Chosen & {
  found: readonly Paper[];
  placeholder: string;
  emptyText: string;
  onSearch: (text: string) => void;
}) {
  const t = useTranslations('WriteLetter');
  const formats = useFormats();
  const id = useId();
  const offered = found.filter((row) => !papers.some((paper) => paper.documentId === row.documentId));
  return (
    <div className="flex flex-col gap-3">
      {papers.length > 0 && (
        <ol aria-label={t('enclosures')} className="grid gap-2">
          {papers.map((paper) => (
            <li
              key={paper.documentId}
              className="flex items-center gap-2.5 rounded-xl border border-border px-3 py-2 text-sm"
            >
              <Icon icon={fileTextIcon} className="text-muted" />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{paper.title}</span>
                <span className="block text-xs text-muted">{formatFileSize(paper.sizeBytes, formats)}</span>
              </span>
              <Button
                look="ghost"
                size="sm"
                iconOnly
                icon={xIcon}
                aria-label={t('removeEnclosure', { name: paper.title })}
                onClick={() => onChange(papers.filter((other) => other !== paper))}
              />
            </li>
          ))}
        </ol>
      )}
      {papers.length < MOST_ENCLOSURES ? (
        <SearchPicker
          id={id}
          label={papers.length === 0 ? t('enclosures') : t('moreEnclosures')}
          placeholder={placeholder}
          emptyText={emptyText}
          found={offered.map((row) => ({
            id: row.documentId,
            label: row.title,
            note: formatFileSize(row.sizeBytes, formats),
          }))}
          onSearch={onSearch}
          onPick={({ id: picked }) => {
            const paper = offered.find((row) => row.documentId === picked);
            if (paper) onChange([...papers, paper]);
          }}
        />
      ) : (
        <p className="text-sm text-muted">{t('mostEnclosures', { count: String(MOST_ENCLOSURES) })}</p>
      )}
    </div>
  );
}

/** Whether papers are more than a mail brings. */
export const areTooLarge = (papers: readonly Paper[], way: LetterWay): boolean =>
  way === 'mail' && !fitsMail(papers.map((paper) => paper.sizeBytes));

/** What papers mean for the way a letter goes: a ZIP on paper, nothing beyond what a mail brings. */
export function EnclosuresNote({
  papers,
  way,
  ofMany = false,
}: {
  papers: readonly Paper[];
  way: LetterWay;
  /** Many letters at once: those that go on paper come in one ZIP anyway, also of a sending by mail. */
  ofMany?: boolean;
}) {
  const t = useTranslations('WriteLetter');
  if (papers.length === 0) return null;
  if (way !== 'mail') return <p className="text-sm text-muted">{t(ofMany ? 'zipOfMany' : 'zip')}</p>;
  if (!areTooLarge(papers, way)) return null;
  return <Notice tone="warning">{t('enclosuresTooLarge', { megabytes: String(MAILED_MB) })}</Notice>;
}

/** What the server is told of papers: which file each was. */
export const seenFiles = (papers: readonly Paper[]) =>
  papers.map(({ documentId, versionId }) => ({ documentId, versionId }));
