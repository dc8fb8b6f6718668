'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { SubmitButton } from '@/components/form/submit-button';
import { useDomainForm } from '@/components/form/use-domain-form';
import { copyIcon } from '@/components/icons';
import { Notice } from '@/components/notice';
import { Section } from '@/components/section';
import { showSuccess } from '@/components/toast';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { useGo } from '@/i18n/use-go';
import { newId } from '@/lib/new-id';
import type { Period } from '@/lib/period';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';
import { areBlank, carriedOver, emptyRow, type Row, rowsOf } from '../grid-rules';
import { setAssociationYearInput } from '../schema';
import { Beside } from './beside';
import { PaperGrid } from './paper-grid';
import { PaperTotals, SumFields } from './paper-totals';
import { usePaperCells } from './use-paper-cells';

export type AssociationYearView = Outputs['association']['year'];

const FIRST_ROWS = 4;

/** The association's paper of a period; saved, it leads back to the statement. */
export function YearForm({
  associationId,
  period,
  back,
  canEdit,
}: {
  associationId: string;
  period: Period;
  back: { id: string; period: string };
  canEdit: boolean;
}) {
  const t = useTranslations('Association');
  const words = useTranslations('Form');
  const formats = useFormats();
  const go = useGo();
  const [view] = trpc.association.year.useSuspenseQuery({ associationId, ...period });
  const { paper, last, isGerman } = view;
  const { write } = usePaperCells();
  const [empty] = useState(() => Array.from({ length: FIRST_ROWS }, () => emptyRow(newId())));
  const saved = paper ? rowsOf(paper.lines, write) : empty;
  const [rows, setRows] = useState<readonly Row[]>(saved);
  const [isAsking, setAsking] = useState(false);
  const set = trpc.association.setYear.useMutation({ retry: retryTransient });
  const clear = trpc.association.clearYear.useMutation();
  const done = (message: string) => {
    showSuccess(message);
    go({ pathname: '/property/[id]/statement/[period]', params: back });
  };
  const form = useDomainForm({
    schema: setAssociationYearInput,
    fixed: { associationId, ...period, id: paper?.id ?? null, version: paper?.version ?? null },
    state: paper && `${paper.id} ${paper.version}`,
    recordId: associationId,
    submit: (input) => set.mutateAsync(input),
    onSuccess: () => done(t('yearSaved')),
  });
  const say = (of: Period) => `${formatDate(of.from, formats)} – ${formatDate(of.to, formats)}`;
  const take = canEdit && last && areBlank(rows) && (
    <Button
      look="secondary"
      size="sm"
      icon={copyIcon}
      onClick={() => setRows(carriedOver(rowsOf(last.lines, write), newId))}
    >
      {t('fromLast', { period: say({ from: last.periodFrom, to: last.periodTo }) })}
    </Button>
  );
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      {!canEdit && <Notice>{t('viewOnly')}</Notice>}
      {isGerman && canEdit && <Notice>{t('noResolution')}</Notice>}
      <fieldset disabled={!canEdit} className="grid min-w-0 grid-cols-1 gap-8">
        <Section id="paper" title={t('paper')} description={t('paperText')} actions={take}>
          <div className="grid grid-cols-1 gap-6">
            <PaperGrid rows={rows} saved={saved} view={view} onRowsChange={setRows} />
            <SumFields rows={rows} view={view} />
            <PaperTotals rows={rows} view={view} />
          </div>
        </Section>
        <Beside rows={rows} view={view} />
      </fieldset>
      {canEdit && (
        <div className="flex flex-wrap items-center gap-3">
          <SubmitButton>{words('save')}</SubmitButton>
          {paper && (
            <Button look="tertiary" onClick={() => setAsking(true)}>
              {t('clear')}
            </Button>
          )}
        </div>
      )}
      {paper && (
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setAsking}
          title={t('clearTitle', { period: say(period) })}
          confirmLabel={t('clear')}
          confirm={async () => {
            await clear.mutateAsync({ associationId, id: paper.id, version: paper.version });
            done(t('cleared'));
          }}
        >
          {t('clearText')}
        </ConfirmDialog>
      )}
    </DomainForm>
  );
}
