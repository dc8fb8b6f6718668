import { LinkButton } from '@/components/link-button';
import { Notice } from '@/components/notice';
import { Link } from '@/i18n/link';
import type { Period } from '@/lib/period';
import type { Outputs } from '@/trpc/outputs';
import { writePeriod } from '../period-params';
import type { CostStatementWords } from '../words';

type View = Outputs['costStatement']['get'];
type Place = { propertyId: string; period: Period };

/** Which version of a statement this is, when it was sent, and what it would say today otherwise. */
export function VersionNotice({
  view,
  words,
  place,
  canEdit,
}: {
  view: View;
  words: CostStatementWords;
  place: Place;
  canEdit: boolean;
}) {
  const { t, day } = words;
  const { sent, corrected, version, versions } = view;
  if (!sent) {
    if (!corrected) return null;
    return (
      <>
        <Versions view={view} words={words} place={place} />
        <Notice tone="info" title={t('correction.title', { version: String(version) })}>
          {t(corrected.isOtherwise ? 'correction.text' : 'correction.same')}
          <Changes changes={corrected.changes} words={words} />
        </Notice>
      </>
    );
  }
  const correctedOn = versions.at(version)?.sentOn;
  return (
    <>
      <Versions view={view} words={words} place={place} />
      {correctedOn === undefined ? (
        <Notice tone="success" title={t('sentOn', { day: day(sent.sentOn) })}>
          {t('sentText', { due: day(sent.dueOn) })}
        </Notice>
      ) : (
        <Notice tone="warning" title={t('correction.replaced', { day: day(correctedOn) })}>
          {t('correction.replacedText', { day: day(sent.sentOn) })}
        </Notice>
      )}
      {sent.isOtherwise && (
        <Notice tone="warning" title={t('changesTitle')}>
          <Changes changes={sent.changes} words={words} />
          {canEdit && (
            <LinkButton href={hrefOf(place, version + 1)} size="sm" className="mt-3">
              {t('correction.look')}
            </LinkButton>
          )}
        </Notice>
      )}
    </>
  );
}

const hrefOf = ({ propertyId, period }: Place, version: number) => ({
  pathname: '/property/[id]/statement/[period]' as const,
  params: { id: propertyId, period: writePeriod(period) },
  query: { version: String(version) },
});

function Versions({ view, words, place }: { view: View; words: CostStatementWords; place: Place }) {
  const { t, day } = words;
  const { version: shown, versions } = view;
  if (versions.length < 2 && shown === versions.length) return null;
  return (
    <nav aria-label={t('correction.versions')}>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {versions.map(({ version, sentOn }) => (
          <li key={version}>
            <Link
              href={hrefOf(place, version)}
              aria-current={version === shown ? 'page' : undefined}
              className="underline underline-offset-2 aria-[current]:font-semibold aria-[current]:no-underline"
            >
              {t('correction.version', { version: String(version), day: day(sentOn) })}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Changes({
  changes,
  words,
}: {
  changes: NonNullable<View['corrected']>['changes'];
  words: CostStatementWords;
}) {
  const { t, money } = words;
  if (changes.length === 0) return null;
  return (
    <ul className="mt-2 list-disc pl-4">
      {changes.map(({ lease, line, firstCents, nowCents }) => (
        <li key={`${lease} ${line}`}>
          {t('changed', {
            lease: words.lease(lease),
            line: words.line(line),
            now: money(nowCents),
            first: money(firstCents),
          })}
        </li>
      ))}
    </ul>
  );
}
