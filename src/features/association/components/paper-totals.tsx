import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ExplainButton } from '@/components/explain/explain-button';
import { FactList } from '@/components/fact-list';
import { CheckboxField } from '@/components/form/checkbox-field';
import { DateField } from '@/components/form/date-field';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { Fold } from '@/components/form/fold';
import { MoneyField } from '@/components/form/money-field';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { type Row, readRows } from '../grid-rules';
import { costsOf, sumOf } from '../rules';
import type { setAssociationYearInput } from '../schema';
import { usePaperCells } from './use-paper-cells';
import type { AssociationYearView } from './year-form';

const field = fieldsOf<typeof setAssociationYearInput>();

/** What the rows come to while they are typed; a cell that cannot be read counts nothing yet. */
export function PaperTotals({ rows, view }: { rows: readonly Row[]; view: AssociationYearView }) {
  const t = useTranslations('Association');
  const formats = useFormats();
  const { readers } = usePaperCells();
  const money = (cents: number) => formatMoney(cents, formats.currency, formats);
  const { lines } = readRows(rows, readers, view);
  const fitting = lines.filter(({ ownCents, totalCents }) => Math.abs(ownCents) <= Math.abs(totalCents));
  const own = sumOf(lines, 'ownCents');
  const passedOn = costsOf({ lines: fitting }).reduce(
    (sum, { amountCents, notRecoverableCents }) => sum + amountCents - notRecoverableCents,
    0,
  );
  const { hausgeld, paper } = view;
  const balance = paper?.advancesDueCents == null ? null : (hausgeld?.balanceCents ?? null);
  return (
    <div className="grid gap-3" aria-live="polite">
      <FactList
        facts={[
          { label: t('sumTotal'), value: money(sumOf(lines, 'totalCents')) },
          { label: t('sumOwn'), value: money(own) },
          {
            label: t('passedOn'),
            value: (
              <span className="font-semibold">
                {money(passedOn)}
                {hausgeld && (
                  <ExplainButton trace={hausgeld.trace} className="-my-2 align-middle text-muted" />
                )}
              </span>
            ),
          },
          { label: t('stays'), value: money(own - passedOn) },
        ]}
      />
      {balance !== null && (
        <p className="text-sm text-muted">
          {balance === 0
            ? t('balanceEven')
            : t(balance > 0 ? 'balanceOwed' : 'balanceBack', { cents: money(Math.abs(balance)) })}
        </p>
      )}
    </div>
  );
}

/** The sums and days the paper itself states. What its rows lack of a sum is told; what they exceed it by stops them. */
export function SumFields({ rows, view }: { rows: readonly Row[]; view: AssociationYearView }) {
  const t = useTranslations('Association');
  const formats = useFormats();
  const { readers } = usePaperCells();
  const { paper, deadline } = view;
  const [stated, setStated] = useState({
    total: paper?.statedTotalCents ?? null,
    own: paper?.statedOwnCents ?? null,
  });
  const [receivedOn, setReceivedOn] = useState(paper?.receivedOn ?? null);
  const { lines } = readRows(rows, readers, view);
  const lacks = (all: number | null, part: 'totalCents' | 'ownCents') => {
    const cents = all === null ? 0 : all - sumOf(lines, part);
    return cents > 0 ? formatMoney(cents, formats.currency, formats) : null;
  };
  const [total, own] = [lacks(stated.total, 'totalCents'), lacks(stated.own, 'ownCents')];
  const isLate = deadline !== null && receivedOn !== null && receivedOn > deadline;
  return (
    <Fold
      title={t('further')}
      fields={[
        ...[field('statedTotalCents'), field('statedOwnCents'), field('advancesDueCents')],
        ...[field('receivedOn'), field('resolvedOn'), field('isExcused')],
      ]}
      defaultOpen={paper !== null}
    >
      <FieldRow>
        <MoneyField
          name={field('statedTotalCents')}
          signed
          label={t('statedTotal')}
          hint={total === null ? t('statedHint') : t('missingTotal', { cents: total })}
          optional
          defaultCents={paper?.statedTotalCents}
          onCentsChange={(cents) => setStated((before) => ({ ...before, total: cents }))}
        />
        <MoneyField
          name={field('statedOwnCents')}
          signed
          label={t('statedOwn')}
          hint={own === null ? t('statedHint') : t('missingOwn', { cents: own })}
          optional
          defaultCents={paper?.statedOwnCents}
          onCentsChange={(cents) => setStated((before) => ({ ...before, own: cents }))}
        />
      </FieldRow>
      <MoneyField
        name={field('advancesDueCents')}
        label={t('advancesDue')}
        hint={t('advancesDueHint')}
        optional
        defaultCents={paper?.advancesDueCents}
        className="sm:w-1/2 sm:pe-2"
      />
      <FieldRow>
        <DateField
          name={field('receivedOn')}
          label={t('receivedOn')}
          optional
          defaultDay={paper?.receivedOn}
          onDayChange={setReceivedOn}
        />
        <DateField
          name={field('resolvedOn')}
          label={t('resolvedOn')}
          hint={t('resolvedHint')}
          optional
          defaultDay={paper?.resolvedOn}
        />
      </FieldRow>
      {isLate && (
        <CheckboxField
          name={field('isExcused')}
          label={t('isExcused')}
          hint={t('isExcusedHint')}
          defaultChecked={paper?.isExcused ?? false}
        />
      )}
    </Fold>
  );
}
