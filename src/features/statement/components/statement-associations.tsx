import { LinkButton } from '@/components/link-button';
import { Section } from '@/components/section';
import { writePeriod } from '../period-params';
import type { StatementView } from '../view-rules';
import type { CostStatementWords } from '../words';

/** What owners' associations settle with flats of the house: whether the paper is there, and what it brings. */
export function StatementAssociations({
  view,
  words,
  propertyId,
  isOpen,
}: {
  view: StatementView;
  words: CostStatementWords;
  propertyId: string;
  /** Nothing is sent yet: the paper may still be entered. */
  isOpen: boolean;
}) {
  const { association: t } = words;
  if (view.associations.length === 0) return null;
  return (
    <Section id="association" title={t('statement.title')} description={t('statement.text')} flush>
      <ul className="divide-y divide-separator">
        {view.associations.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2 px-5 py-4 md:px-6"
          >
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-medium">{[one.name, one.unit].join(' · ')}</p>
              {sentencesOf(one, words).map(({ text, tone }) => (
                <p key={text} className={`text-sm ${tone}`}>
                  {text}
                </p>
              ))}
            </div>
            {isOpen && (
              <LinkButton
                look={one.isMissing ? 'primary' : 'secondary'}
                size="sm"
                href={{
                  pathname: '/property/[id]/statement/[period]/association/[associationId]',
                  params: { id: propertyId, period: writePeriod(view.period), associationId: one.id },
                }}
              >
                {t(one.isMissing ? 'statement.enter' : 'statement.change')}
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

type Association = StatementView['associations'][number];

function sentencesOf(
  { isMissing, papers, askedOn, excuse, alsoBooked }: Association,
  { association: t, money, day, line }: CostStatementWords,
): { text: string; tone: string }[] {
  const lines = papers.flatMap((paper) => paper.lines);
  const cents = lines.reduce((sum, { recoverableCents }) => sum + recoverableCents, 0);
  const lastOn = askedOn.at(-1);
  const reminded = lastOn
    ? t('statement.reminded', { count: askedOn.length, day: day(lastOn) })
    : t('statement.notReminded');
  return [
    ...(isMissing ? [{ text: t('statement.missing'), tone: 'text-danger' }] : []),
    ...(lines.length > 0
      ? [{ text: t('statement.entered', { lines: lines.length, cents: money(cents) }), tone: 'text-muted' }]
      : []),
    ...(isMissing || askedOn.length > 0 ? [{ text: reminded, tone: 'text-muted' }] : []),
    ...(excuse ? [{ text: t('statement.excused', { day: day(excuse.until) }), tone: 'text-muted' }] : []),
    ...(alsoBooked.length > 0
      ? [
          {
            text: t('statement.alsoBooked', { lines: alsoBooked.map(line).join(', ') }),
            tone: 'text-warning-soft-foreground',
          },
        ]
      : []),
  ];
}
