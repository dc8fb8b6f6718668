'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Button } from '@/components/button';
import { SearchPicker } from '@/components/form/search-picker';
import { Icon } from '@/components/icon';
import { fileTextIcon, xIcon } from '@/components/icons';
import { useDebounced } from '@/components/use-debounced';
import { formatFileSize } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { MOST_ENCLOSURES } from '../../outbox/enclosure-rules';

export type Paper = Outputs['letter']['enclosable'][number];

/** What comes with the letter: papers of the lease, its tenants, its flat and its house. */
export function LetterEnclosures({
  leaseId,
  papers,
  onChange,
}: {
  leaseId: string;
  papers: readonly Paper[];
  onChange: (papers: Paper[]) => void;
}) {
  const t = useTranslations('WriteLetter');
  const formats = useFormats();
  const id = useId();
  const [search, setSearch] = useState('');
  const found = trpc.letter.enclosable.useQuery(
    { leaseId, search: useDebounced(search) },
    { placeholderData: keepPreviousData },
  );
  const offered = (found.data ?? []).filter(
    (row) => !papers.some((paper) => paper.documentId === row.documentId),
  );
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
          placeholder={t('searchEnclosures')}
          emptyText={t('noEnclosures')}
          found={offered.map((row) => ({
            id: row.documentId,
            label: row.title,
            note: formatFileSize(row.sizeBytes, formats),
          }))}
          onSearch={setSearch}
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
