import { useTranslations } from 'next-intl';
import { ExplainButton } from '@/components/explain/explain-button';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { useCategoryName } from '@/features/category/components/category-words';
import { ownerShares, partiesOf } from '@/features/statistics/owner-rules';
import { formatDate, formatList, formatMoney, formatPercent } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { Link } from '@/i18n/navigation';
import type { MissingFact } from '../depreciation-rules';
import { nearPurchaseLimit } from '../fill-rules';
import type { TaxFormOfYear } from '../queries';

/** Purchase and sale are entered beside the energy certificate, the year of building with the address. */
const factsAt = (missing: readonly MissingFact[]) =>
  missing.every((fact) => fact === 'yearBuilt') ? '/property/[id]' : '/property/[id]/secondary';

type Props = { form: TaxFormOfYear; propertyId: string };

/** What of the result each owner returns, where there are several. */
export function OwnerShares({ form }: Pick<Props, 'form'>) {
  const t = useTranslations('Tax');
  const titles = useTranslations('Explain.rules');
  const others = useTranslations('Statistics.owners');
  if (form.owners === null) return null;
  const shares = ownerShares(form.resultCents, form.owners);
  const rows = partiesOf(form.owners).map(({ name, share }, at) => ({
    key: `${at}`,
    name: t('shareOf', { name: name ?? others('others'), share: `${share.n}/${share.d}` }),
    cents: shares.result[at] ?? 0,
  }));
  return (
    <section className="grid gap-2 text-sm">
      <h3 className="font-medium">
        {titles('owner_shares.title')}
        <ExplainButton trace={shares.trace} className="-my-2 text-muted" />
      </h3>
      <ul className="grid gap-1">
        {rows.map(({ key, name, cents }) => (
          <li key={key} className="flex justify-between gap-4">
            <span>{name}</span>
            <Money amountCents={cents} />
          </li>
        ))}
      </ul>
      {form.form === 'anlage_v' && <p className="max-w-prose text-muted">{t('sharesText')}</p>}
    </section>
  );
}

/** What a form cannot know by itself, and what of the year's money stands in none of its fields. */
export function FormNotices({ form, propertyId }: Props) {
  const t = useTranslations('Tax');
  const formats = useFormats();
  const nameOf = useCategoryName();
  return (
    <>
      {form.missing.length > 0 && (
        <Notice tone="info" title={t('missingTitle')}>
          <p>
            {t('missingText', {
              facts: formatList(
                form.missing.map((fact) => t(`missing.${fact}`)),
                formats,
              ),
            })}{' '}
            <Link
              href={{ pathname: factsAt(form.missing), params: { id: propertyId } }}
              className="font-medium hover:underline"
            >
              {t('enterFacts')}
            </Link>
          </p>
        </Notice>
      )}
      {form.improvedCents !== 0 && (
        <Notice
          tone="info"
          title={t('improvedTitle', { amount: formatMoney(form.improvedCents, formats.currency, formats) })}
        >
          {t(`improvedText.${form.form}`)}
        </Notice>
      )}
      {form.ownUseShare !== null && (
        <Notice
          tone="warning"
          title={t('ownUseTitle', { percent: formatPercent(form.ownUseShare, formats) })}
        >
          {t('ownUseText')}
        </Notice>
      )}
      <Upkeep form={form} />
      {form.leftOut.length > 0 && (
        <details>
          <summary className="unfolds py-2 text-sm font-medium">{t('leftOut')}</summary>
          <ul className="grid gap-1 text-sm">
            {form.leftOut.map((part) => (
              <li key={`${part.direction} ${part.code} ${part.name}`} className="flex justify-between gap-4">
                <span>{nameOf(part)}</span>
                <Money amountCents={part.cents} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** The meter of upkeep in the three years after the purchase. */
function Upkeep({ form: { upkeep, buildingCents } }: Pick<Props, 'form'>) {
  const t = useTranslations('Tax');
  const formats = useFormats();
  if (upkeep === null || buildingCents === null || upkeep.spentCents <= 0) return null;
  const limit = nearPurchaseLimit({ buildingCents });
  const isOver = upkeep.spentCents > limit.result;
  return (
    <Notice
      tone={isOver ? 'warning' : 'info'}
      title={
        <>
          {t('upkeepTitle', {
            spent: formatMoney(upkeep.spentCents, formats.currency, formats),
            limit: formatMoney(limit.result, formats.currency, formats),
          })}
          <ExplainButton trace={limit.trace} className="-my-2 text-muted" />
        </>
      }
    >
      {isOver ? t('upkeepOver') : t('upkeepText', { day: formatDate(upkeep.until, formats) })}
    </Notice>
  );
}
