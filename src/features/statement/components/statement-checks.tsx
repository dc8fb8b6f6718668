import { Icon } from '@/components/icon';
import { circleAlertIcon, circleCheckIcon, triangleAlertIcon } from '@/components/icons';
import { Section } from '@/components/section';
import { Link } from '@/i18n/link';
import type { Href } from '@/i18n/navigation';
import type { Period } from '@/lib/period';
import { writePeriod } from '../period-params';
import type { Mend, StatementView } from '../view-rules';
import { mendOfWarning as mendOf } from '../warning-rules';
import type { CostStatementWords } from '../words';

/** What has to be mended before anything is sent, each with the way there, and what to look at. */
export function StatementChecks({
  view,
  words,
  propertyId,
}: {
  view: StatementView;
  words: CostStatementWords;
  propertyId: string;
}) {
  const { t } = words;
  const { problems, warnings } = view;
  const place = { propertyId, period: view.period };
  return (
    <Section id="checks" title={t('checks')} description={t('checksText')}>
      <ul className="grid gap-3 text-sm">
        {problems.length + warnings.length === 0 && (
          <li className="flex gap-2.5">
            <Icon icon={circleCheckIcon} className="mt-[3px] text-success" />
            {t('nothingWrong')}
          </li>
        )}
        {problems.map((problem, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered
          <li key={index} className="flex gap-2.5">
            <Icon icon={circleAlertIcon} label={t('stops')} className="mt-[3px] text-danger" />
            <span>
              {words.problem(problem)}{' '}
              <Link href={placeOf(problem.mend, place)} className="underline underline-offset-2">
                {t(`mend.${problem.mend.at}`)}
              </Link>
            </span>
          </li>
        ))}
        {warnings.map((warning, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered
          <li key={index} className="flex gap-2.5">
            <Icon icon={triangleAlertIcon} label={t('warns')} className="mt-[3px] text-warning" />
            <span>
              {words.warning(warning)} <WarningPlace mend={mendOf(warning, view)} t={t} place={place} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function WarningPlace({ mend, t, place }: { mend: Mend | null; t: CostStatementWords['t']; place: Place }) {
  if (mend === null) return null;
  return (
    <Link href={placeOf(mend, place)} className="underline underline-offset-2">
      {t(`mend.${mend.at}`)}
    </Link>
  );
}

type Place = { propertyId: string; period: Period };

function placeOf(mend: Mend, { propertyId, period }: Place): Href {
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
    case 'property':
      return { pathname: '/property/[id]', params: { id: propertyId } };
  }
}
