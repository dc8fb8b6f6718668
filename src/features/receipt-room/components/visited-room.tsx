import 'server-only';
import { createTranslator } from 'next-intl';
import { EmptyState } from '@/components/empty-state';
import { FactList } from '@/components/fact-list';
import { MAIN_ID } from '@/components/frame/skip-link';
import { Icon } from '@/components/icon';
import { externalLinkIcon, fileTextIcon } from '@/components/icons';
import { Section } from '@/components/section';
import type { Language } from '@/domain/vocabulary';
import { formatFileSize, type UserFormats } from '@/i18n/formats';
import { messagesIn } from '@/i18n/server/messages-in';
import { formatsThere, tenantFormats } from '../../account/format-rules';
import { type CostStatementWords, costStatementWords } from '../../statement/words';
import type { VisitedRoom as Visited } from '../visit-queries';

type Line = Visited['lines'][number];
type Paper = Line['bills'][number]['papers'][number];

async function roomWords({ language: locale, wording }: UserFormats) {
  return createTranslator({ locale, messages: await messagesIn(wording), namespace: 'ReceiptRoom' });
}

/** What a tenant sees in a room: each cost of their statement with its bills and the receipts that are shown of them. */
export async function VisitedRoom({ room, language }: { room: Visited; language: Language }) {
  const formats = {
    ...tenantFormats(formatsThere(language, room.jurisdiction), room.jurisdiction),
    currency: room.currency,
    areaUnit: room.jurisdiction === 'US' ? ('sqft' as const) : ('sqm' as const),
  };
  const t = await roomWords(formats);
  const words = await costStatementWords(
    { named: room.named, isGerman: room.isGerman, parties: {} },
    formats,
  );
  const sizeOf = ({ sizeBytes }: Paper) => formatFileSize(sizeBytes, formats);
  const { resultCents } = room;
  return (
    <main id={MAIN_ID} className="mx-auto grid w-full max-w-3xl gap-6 px-4 py-6 md:py-10">
      <div>
        <h1 className="text-xl font-semibold">{t('title')}</h1>
        <p className="mt-1 text-sm text-muted">
          {t('of', { sender: room.sender || room.portfolioName, day: words.day(room.sentOn) })}
        </p>
      </div>
      <FactList
        facts={[
          { label: t('period'), value: words.period(room.period) },
          ...(room.place === '' ? [] : [{ label: t('place'), value: room.place }]),
          { label: t('costs'), value: words.money(room.costsCents) },
          { label: t('advances'), value: words.money(room.advancesPaidCents) },
          ...(resultCents === null
            ? []
            : [
                {
                  label: t(resultCents < 0 ? 'credit' : 'backPayment'),
                  value: words.money(Math.abs(resultCents)),
                },
              ]),
        ]}
      />
      <Section id="costs" title={t('lines')} description={t('linesText')} flush>
        {room.lines.length === 0 ? (
          <EmptyState icon={fileTextIcon} title={t('noLines')} />
        ) : (
          <div className="divide-y divide-separator">
            {room.lines.map((line) => (
              <CostLine key={line.lineId} line={line} roomId={room.id} words={words} t={t} sizeOf={sizeOf} />
            ))}
          </div>
        )}
      </Section>
      <p className="text-sm text-muted">{t('ends', { day: words.day(room.endsOn) })}</p>
    </main>
  );
}

function CostLine({
  line,
  roomId,
  words,
  t,
  sizeOf,
}: {
  line: Line;
  roomId: string;
  words: CostStatementWords;
  t: Awaited<ReturnType<typeof roomWords>>;
  sizeOf: (paper: Paper) => string;
}) {
  const { money, day } = words;
  return (
    <section className="grid gap-3 px-5 py-4 md:px-6">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 font-medium">{words.numbered(line.lineId)}</span>
        <span className="tabular-nums">{money(line.amountCents)}</span>
        <span className="w-full text-sm font-normal text-muted">
          {t('share', { total: money(line.totalCents), key: words.key(line.key) })}
        </span>
      </h3>
      <ul className="grid gap-3 text-sm">
        {line.bills.map((bill, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered
          <li key={index} className="grid gap-1.5">
            <span className="flex items-baseline justify-between gap-4">
              <span className="min-w-0 break-words">
                {[bill.title, bill.payee].filter(Boolean).join(' · ')}
                {bill.paidOn && (
                  <span className="block text-muted">{t('paidOn', { day: day(bill.paidOn) })}</span>
                )}
                {bill.isDelivery && <span className="block text-muted">{t('delivered')}</span>}
                {bill.partCents !== bill.amountCents && (
                  <span className="block text-muted">{t('counted', { cents: money(bill.partCents) })}</span>
                )}
              </span>
              <span className="tabular-nums">{money(bill.amountCents)}</span>
            </span>
            {bill.papers.length === 0 && <span className="text-muted">{t('noPaper')}</span>}
            {bill.papers.map((paper) => (
              <a
                key={paper.id}
                href={`/api/receipts?room=${roomId}&paper=${paper.id}`}
                target="_blank"
                rel="noopener noreferrer"
                className="flex min-h-11 items-center gap-3 rounded-xl border border-separator px-3 py-2 hover:bg-surface-secondary"
              >
                <Icon icon={fileTextIcon} className="shrink-0 text-muted" />
                <span className="min-w-0 flex-1 break-words font-medium">{paper.title}</span>
                <span className="shrink-0 text-muted">{sizeOf(paper)}</span>
                <Icon icon={externalLinkIcon} className="shrink-0 text-muted" />
              </a>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
