import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { ExplainButton } from '@/components/explain/explain-button';
import { CheckboxField } from '@/components/form/checkbox-field';
import { NumberField } from '@/components/form/number-field';
import { Money } from '@/components/money';
import { showSuccess } from '@/components/toast';
import { useDebounced } from '@/components/use-debounced';
import { useFigureText, useHalfYearText } from '@/features/legal/components/figure-words';
import { halfYearsBetween } from '@/features/legal/rules';
import { formatDate, formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { Link } from '@/i18n/navigation';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';
import { ExplainInterest } from './explain-interest';
import { InterestPlace } from './interest-place';

/**
 * Default interest on a lease's rents to date. In Germany by statute, with two questions: whether the tenant is a
 * consumer, which decides the lump sums, and whether the landlord is one too, which decides the points over the base rate;
 * elsewhere at the rate the user's own contract names.
 */
export function LeaseInterest({
  leaseId,
  canCharge,
  isGerman,
}: {
  leaseId: string;
  canCharge: boolean;
  isGerman: boolean;
}) {
  const t = useTranslations('Arrears');
  const formats = useFormats();
  const [debtorIsBusiness, setDebtorIsBusiness] = useState(false);
  const [creditorIsBusiness, setCreditorIsBusiness] = useState(false);
  const [typedBp, setTypedBp] = useState<number | null>(null);
  const ownRateBp = useDebounced(isGerman ? null : typedBp, 300);
  // Which lease it is about is only known from the list, so the server cannot begin with it.
  const isBusiness = debtorIsBusiness && creditorIsBusiness;
  const terms = { leaseId, isBusiness, ownRateBp };
  const { data: found } = trpc.arrears.interestSum.useQuery(
    { ...terms, debtorIsBusiness },
    { placeholderData: (before) => before },
  );
  const [id, setId] = useState<string | null>(null);
  const reasonId = useId();
  const charge = trpc.arrears.chargeInterest.useMutation({ retry: retryTransient });
  if (!found) return <InterestPlace isGerman={isGerman} />;
  return (
    <div className="flex flex-col gap-2 text-sm">
      {found.interestCents !== null && (
        <p className="flex flex-wrap items-center gap-x-2">
          {t('interest')}
          <span className="flex items-center gap-x-2">
            <Money amountCents={found.interestCents} className="font-medium" />
            <ExplainInterest asked={terms} />
          </span>
          {canCharge && found.restCents > 0 && (
            <Button
              size="sm"
              look="tertiary"
              aria-describedby={found.estimatedCents > 0 ? reasonId : undefined}
              onClick={() => setId(newId())}
            >
              {t('charge')}
            </Button>
          )}
        </p>
      )}
      {found.chargedCents > 0 && (
        <p className="text-muted">
          {t('charged')} <Money amountCents={found.chargedCents} />
        </p>
      )}
      <AssumedRates id={reasonId} found={found} />
      {found.unreckoned > 0 && found.firstRateOn !== null && (
        <p className="text-muted">
          {t('unreckoned', { count: found.unreckoned, day: formatDate(found.firstRateOn, formats) })}
        </p>
      )}
      {isGerman ? (
        <>
          <CheckboxField name={null} label={t('debtorIsBusiness')} onCheckedChange={setDebtorIsBusiness} />
          {debtorIsBusiness && (
            <CheckboxField
              name={null}
              label={t('creditorIsBusiness')}
              onCheckedChange={setCreditorIsBusiness}
            />
          )}
          {found.lumpSum && (
            <p className="flex flex-wrap items-center gap-x-2">
              {t('lumpSum')}
              <span className="flex items-center gap-x-2">
                <Money amountCents={found.lumpSum.result} className="font-medium" />
                <ExplainButton trace={found.lumpSum.trace} />
              </span>
            </p>
          )}
        </>
      ) : (
        <>
          <p className="text-muted">
            {t(found.interestCents !== null && ownRateBp === null ? 'settingsRate' : 'noRate')}
          </p>
          <NumberField
            name={null}
            label={t('ownRate')}
            decimals={2}
            unit="%"
            optional
            onScaledChange={setTypedBp}
            className="max-w-48"
          />
        </>
      )}
      {id !== null && found.claimableThrough !== null && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setId(null)}
          title={t('charge')}
          tone="primary"
          confirmLabel={t('charge')}
          confirm={async () => {
            await charge.mutateAsync({ id, ...terms, amountCents: found.restCents });
            showSuccess(t('done'));
          }}
        >
          {t('chargeText', { day: formatDate(found.claimableThrough, formats) })}{' '}
          <Money amountCents={found.restCents} />
        </ConfirmDialog>
      )}
    </div>
  );
}

type Sum = Outputs['arrears']['interestSum'];

/** For which half-years the base rate is not known, what is estimated instead, and until when it can be charged. */
function AssumedRates({ id, found }: { id: string; found: Sum }) {
  const { assumed, estimatedCents, restCents, claimableThrough } = found;
  const t = useTranslations('Arrears');
  const formats = useFormats();
  const halfYear = useHalfYearText();
  const text = useFigureText();
  const [first] = assumed;
  if (!first) return null;
  const starts = new Set(assumed.flatMap((part) => halfYearsBetween(part.from, part.to)));
  return (
    <p id={id} className="text-muted">
      {t('assumed', {
        halfYears: [...starts].toSorted().map(halfYear).join(', '),
        amount: formatMoney(estimatedCents, formats.currency, formats),
        rate: text('base_rate', first.baseRateBp ?? 0),
      })}{' '}
      {restCents > 0 && claimableThrough !== null && (
        <>
          {t('claimable', {
            day: formatDate(claimableThrough, formats),
            amount: formatMoney(restCents, formats.currency, formats),
          })}{' '}
        </>
      )}
      <Link href="/dashboard/settings/legal" className="underline">
        {t('enterRate')}
      </Link>
    </p>
  );
}
