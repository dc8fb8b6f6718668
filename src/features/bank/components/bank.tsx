'use client';

import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { classNames } from '@/components/class-names';
import { lazyPart } from '@/components/lazy-part';
import { SegmentedChoice } from '@/components/segmented-choice';
import { showView } from '@/components/show-view';
import { SkeletonRows } from '@/components/skeleton';
import { useFileDrop } from '@/features/document/components/use-file-drop';
import { AccountBalances, MissingMoney } from './account-balances';
import { ImportFiles } from './import-files';
import { Inbox } from './inbox';
import { useImport } from './use-import';

const DecidedLines = lazyPart(() =>
  import('./decided-lines').then((part) => ({ default: part.DecidedLines })),
);
const ImportList = lazyPart(() => import('./import-list').then((part) => ({ default: part.ImportList })));

const RuleList = lazyPart(() => import('./rule-list').then((part) => ({ default: part.RuleList })));

const views = ['waiting', 'decided', 'files', 'rules'] as const;

/** Bank files and their lines: what waits first, what was decided and the files behind it. The address says which. */
export function Bank({ canEdit }: { canEdit: boolean }) {
  const t = useTranslations('Bank');
  const asked = useSearchParams().get('show');
  const view = views.find((one) => one === asked) ?? 'waiting';
  const files = useImport();
  const drop = useFileDrop((dropped) => void files.read(dropped), canEdit);
  return (
    <div
      {...drop.handlers}
      data-over={drop.isOver || undefined}
      className={classNames('min-h-[60vh] rounded-2xl', drop.isOver && 'outline-2 outline-accent')}
    >
      {canEdit && <ImportFiles files={files} />}
      <div className="flex pb-4">
        <SegmentedChoice
          label={t('view')}
          options={views.map((value) => ({ value, label: t(`views.${value}`) }))}
          value={view}
          onChange={(next) => showView(next, views[0])}
        />
      </div>
      <Suspense fallback={<SkeletonRows count={6} />}>
        {view === 'waiting' && (
          <>
            <MissingMoney />
            <Inbox canEdit={canEdit} />
          </>
        )}
        {view === 'decided' && <DecidedLines canEdit={canEdit} />}
        {view === 'rules' && <RuleList canEdit={canEdit} />}
        {view === 'files' && (
          <>
            <AccountBalances />
            <ImportList canEdit={canEdit} />
          </>
        )}
      </Suspense>
    </div>
  );
}
