import { Icon } from '@/components/icon';
import { circleAlertIcon, circleCheckIcon, triangleAlertIcon } from '@/components/icons';
import { Section } from '@/components/section';
import { Link } from '@/i18n/link';
import type { Href } from '@/i18n/navigation';
import type { Period } from '@/lib/period';
import { writePeriod } from '../period-params';
import { type Mend, type StatementView, saidOnce } from '../view-rules';
import { mendOfWarning as mendOf } from '../warning-rules';
import type { CostStatementWords } from '../words';
import { Share } from './statement-line-sharing';

/** What has to be mended before anything is sent, each with the way there, and what to look at. */
export function StatementChecks({ isOpen, ...of }: Shown & { isOpen: boolean }) {
  const { view, words } = of;
  const { t } = words;
  const { problems, warnings } = view;
  const way = (mend: Mend | null) => <Way mend={mend} isOpen={isOpen} {...of} />;
  return (
    <Section id="checks" title={t('checks')} description={t('checksText')}>
      <ul className="grid gap-3 text-sm">
        {problems.length + warnings.length === 0 && (
          <li className="flex gap-2.5">
            <Icon icon={circleCheckIcon} className="mt-[3px] text-success" />
            {t('nothingWrong')}
          </li>
        )}
        {saidOnce(problems).map((problem, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered
          <li key={index} className="flex gap-2.5">
            <Icon icon={circleAlertIcon} label={t('stops')} className="mt-[3px] text-danger" />
            <span>
              {words.problem(problem)} {way(problem.mend)}
            </span>
          </li>
        ))}
        {warnings.map((warning, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered
          <li key={index} className="flex gap-2.5">
            <Icon icon={triangleAlertIcon} label={t('warns')} className="mt-[3px] text-warning" />
            <span>
              {words.warning(warning)} {way(mendOf(warning, view))}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

type Shown = { view: StatementView; words: CostStatementWords; propertyId: string };

/** The place where it is mended; how a cost is shared out is said right here by whoever may. */
function Way({ mend, isOpen, ...of }: Shown & { mend: Mend | null; isOpen: boolean }) {
  if (mend === null) return null;
  const { view, words, propertyId } = of;
  const label = words.t(`mend.${mend.at}`);
  if (mend.at !== 'sharing') {
    return (
      <Link
        href={placeOf(mend, { propertyId, period: view.period })}
        className="underline underline-offset-2"
      >
        {label}
      </Link>
    );
  }
  if (isOpen) return <Share lineId={mend.lineId} label={label} {...of} />;
  return (
    <a href="#lines" className="underline underline-offset-2">
      {label}
    </a>
  );
}

type Place = { propertyId: string; period: Period };

function placeOf(mend: Exclude<Mend, { at: 'sharing' }>, { propertyId, period }: Place): Href {
  switch (mend.at) {
    case 'lease':
      return {
        pathname: '/tenant/[id]/leases/[leaseId]',
        params: { id: mend.tenantId, leaseId: mend.leaseId },
      };
    case 'bookings':
      return { pathname: '/property/[id]/recurring', params: { id: propertyId } };
    case 'plant':
      return {
        pathname: '/property/[id]/statement/[period]/heating/[plantId]',
        params: { id: propertyId, period: writePeriod(period), plantId: mend.plantId },
      };
    case 'association':
      return {
        pathname: '/property/[id]/statement/[period]/association/[associationId]',
        params: { id: propertyId, period: writePeriod(period), associationId: mend.associationId },
      };
    case 'landlords':
      return '/dashboard/settings/landlords';
    case 'property':
      return { pathname: '/property/[id]', params: { id: propertyId } };
  }
}
