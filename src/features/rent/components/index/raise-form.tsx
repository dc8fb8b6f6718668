import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import { ExplainButton } from '@/components/explain/explain-button';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { FormActions } from '@/components/form/form-actions';
import { NumberField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { fileTextIcon } from '@/components/icons';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { showSuccess } from '@/components/toast';
import { useDebounced } from '@/components/use-debounced';
import { useDownload } from '@/components/use-download';
import { languages } from '@/domain/vocabulary';
import { useFigureText } from '@/features/legal/components/figure-words';
import { formatMonth, formatPercent } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { languageName } from '@/i18n/language-name';
import { Link } from '@/i18n/navigation';
import { firstOfMonth, monthOf, shiftMonth } from '@/lib/calendar';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { raiseByIndexInput } from '../../index-schema';
import type { Difference } from '../posted-differences';
import type { IndexRent } from './index-part';

const field = fieldsOf<typeof raiseByIndexInput>();

type Change = NonNullable<IndexRent['change']>;
/** A month the table lacks: the user types what was published. */
const OTHER = 'other';

/** The rent by another index: which, from when, how much; with the letter that tells the tenant. */
export function RaiseForm({
  leaseId,
  today,
  served,
  onClose,
  onAgreed,
}: {
  leaseId: string;
  today: string;
  served: IndexRent;
  onClose: () => void;
  onAgreed: (differences: readonly Difference[]) => void;
}) {
  const t = useTranslations('IndexRent');
  const labels = useTranslations('AgreeRent');
  const formats = useFormats();
  const text = useFigureText();
  const [id] = useState(newId);
  const newest = served.figures.at(-1);
  const [chosen, setChosen] = useState(newest?.month ?? OTHER);
  const [typedMonth, setTypedMonth] = useState<string | null>(null);
  const [typedIndex, setTypedIndex] = useState<number | null>(null);
  const { isGerman, isDwelling } = served;
  // A letter is received today at the earliest; a contract mostly has a first of a month.
  const firstDay = isDwelling ? today : firstOfMonth(shiftMonth(monthOf(today), 1));
  const [receivedOn, setReceivedOn] = useState<string | null>(firstDay);
  const isOther = chosen === OTHER;
  const indexMonth = isOther ? typedMonth && firstOfMonth(monthOf(typedMonth)) : chosen;
  const indexMilli = isOther ? typedIndex : null;
  const isReady = indexMonth !== null && (!isOther || indexMilli !== null);
  const asked = { leaseId, indexMonth, indexMilli, receivedOn };
  const question = useDebounced(JSON.stringify(asked), 250);
  const { data: found } = trpc.rent.index.useQuery(asked, {
    enabled: isReady && question === JSON.stringify(asked),
    placeholderData: (before) => before,
    retry: false,
  });
  const change = isReady ? (found?.change ?? null) : null;
  const owedFrom = found?.dates.result.owedFrom ?? null;
  const raise = trpc.rent.raiseByIndex.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: raiseByIndexInput,
    fixed: { id, leaseId, indexMonth, indexMilli, netCents: change?.newRentCents },
    submit: (input) => raise.mutateAsync(input),
    onSuccess: ({ differences }) => {
      showSuccess(t('raised'));
      onAgreed(differences);
    },
  });
  return (
    <DomainForm form={form}>
      <h3 className="border-t border-separator pt-4 font-semibold">{t('newRent')}</h3>
      <p className="text-sm text-muted">
        {t('unchangedSince')} <DateText day={served.dates.result.lastChangedOn} />
        {isDwelling && (
          <>
            {' '}
            · {t('earliest')} <DateText day={served.dates.result.earliestOn} />
          </>
        )}
        <ExplainButton trace={(found ?? served).dates.trace} className="-my-2 align-middle" />
      </p>
      {isGerman && !newest && <Notice tone="info">{t('noNewer')}</Notice>}
      {served.outdatedMonth !== null && (
        <Notice tone="warning">
          {t('outdated', { month: formatMonth(served.outdatedMonth, formats) })}{' '}
          <Link href="/dashboard/settings/legal" className="underline">
            {t('toFigures')}
          </Link>
        </Notice>
      )}
      {isGerman && (
        <SelectField
          name={null}
          label={t('whichIndex')}
          options={[
            ...served.figures.toReversed().map((one) => ({
              value: one.month,
              label: t('point', {
                month: formatMonth(monthOf(one.month), formats),
                index: text('consumer_price_index', one.indexMilli),
              }),
            })),
            { value: OTHER, label: t('otherIndex') },
          ]}
          defaultValue={chosen}
          onValueChange={setChosen}
        />
      )}
      {isOther && (
        <FieldRow>
          <DateField name={null} label={t('month')} hint={t('baseMonthHint')} onDayChange={setTypedMonth} />
          <NumberField
            name={null}
            label={t(isGerman ? 'index' : 'indexAbroad')}
            hint={t('typedIndexHint')}
            decimals={3}
            onScaledChange={setTypedIndex}
          />
        </FieldRow>
      )}
      <DateField
        name={field('receivedOn')}
        label={t(isDwelling ? 'receivedOn' : 'owedFrom')}
        hint={t(isDwelling ? 'receivedHint' : 'contractHint')}
        defaultDay={firstDay}
        onDayChange={setReceivedOn}
        className="sm:w-1/2 sm:pe-2"
      />
      {change && <Outcome change={change} owedFrom={owedFrom} />}
      {change && owedFrom && (
        <Letter
          leaseId={leaseId}
          change={change}
          receivedOn={receivedOn ?? today}
          says={t(isGerman ? 'letterText' : 'letterTextAbroad')}
        />
      )}
      <TextField name={field('note')} label={labels('note')} optional autoComplete="off" />
      <FormActions onClose={onClose}>{t('agree')}</FormActions>
    </DomainForm>
  );
}

type OutcomeProps = { change: Change; owedFrom: string | null };

/** What comes out, to the cent. */
function Outcome({ change, owedFrom }: OutcomeProps) {
  const t = useTranslations('IndexRent');
  const formats = useFormats();
  return (
    <dl
      aria-live="polite"
      className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-1.5 rounded-xl bg-surface-secondary p-4 text-sm tabular-nums"
    >
      <dt>{t('change')}</dt>
      <dd className="text-end">
        <ExplainButton trace={change.trace} className="-my-2 align-middle" />{' '}
        {formatPercent(change.changeBp, formats)}
      </dd>
      <dt>{t('before')}</dt>
      <dd className="text-end">
        <Money amountCents={change.netCents} />
      </dd>
      <dt className="font-medium">{t('after')}</dt>
      <dd className="text-end font-medium">
        <Money amountCents={change.newRentCents} />
      </dd>
      <dt>{t('increase')}</dt>
      <dd className="text-end">
        <Money amountCents={change.increaseCents} />
      </dd>
      <dt>{t('total')}</dt>
      <dd className="text-end">
        <Money amountCents={change.totalCents} />
      </dd>
      {owedFrom && (
        <>
          <dt>{t('owedFrom')}</dt>
          <dd className="text-end">
            <DateText day={owedFrom} />
          </dd>
        </>
      )}
    </dl>
  );
}

/** The letter as a PDF, in each language. */
function Letter({
  leaseId,
  change,
  receivedOn,
  says,
}: {
  leaseId: string;
  change: Change;
  receivedOn: string;
  says: string;
}) {
  const t = useTranslations('IndexRent');
  const locale = useLocale();
  const download = useDownload();
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <span>{t('letter')}</span>
      {languages.map((language) => {
        const query = new URLSearchParams({
          leaseId,
          indexMonth: change.month,
          indexMilli: String(change.indexMilli),
          receivedOn,
          language,
        });
        return (
          <Button
            key={language}
            size="sm"
            look="tertiary"
            icon={fileTextIcon}
            onClick={() => void download(`/api/account/index-letter?${query}`)}
          >
            {languageName(language, locale)}
          </Button>
        );
      })}
      <p className="basis-full text-muted">{says}</p>
    </div>
  );
}
