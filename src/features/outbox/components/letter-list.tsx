import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { DateText } from '@/components/date-text';
import { downloadIcon, pencilIcon, undo2Icon } from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import { Money } from '@/components/money';
import { Section } from '@/components/section';
import { StatusChip } from '@/components/status-chip';
import { showFailure, showSuccess } from '@/components/toast';
import { useDownload } from '@/components/use-download';
import { useErrorWords } from '@/i18n/error-words';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import { loadMore } from '@/trpc/load-more';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';
import { LETTER_PAGE } from '../pages';
import { MailList } from './mail-list';

const NoteDialog = lazyDialog(async () => (await import('./note-dialog')).NoteDialog);

export type LetterRow = Outputs['outbox']['list']['rows'][number];

const tones = { ready: 'neutral', sent: 'accent', answered: 'success', taken_back: 'neutral' } as const;

/** What was written to a tenant and how it went. */
export function LetterList({ tenantId, canEdit }: { tenantId: string; canEdit: boolean }) {
  const t = useTranslations('Outbox');
  const [pages, query] = trpc.outbox.list.useSuspenseInfiniteQuery(
    { tenantId, ...LETTER_PAGE },
    { getNextPageParam: (page) => page.nextCursor },
  );
  const rows = pages.pages.flatMap((page) => page.rows);
  const [noted, setNoted] = useState<LetterRow | null>(null);
  const [asked, setAsked] = useState<LetterRow | null>(null);
  if (rows.length === 0) return null;
  return (
    <Section id="letters" title={t('title')} description={t('text')}>
      <ul className="flex flex-col divide-y divide-separator">
        {rows.map((row) => (
          <li key={row.id} className="py-4 first:pt-0 last:pb-0">
            <LetterLine
              row={row}
              canEdit={canEdit}
              onNote={canEdit ? () => setNoted(row) : null}
              onTakeBack={canEdit ? () => setAsked(row) : null}
            />
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="pt-4 text-center">
          <Button look="ghost" pending={query.isFetchingNextPage} onClick={() => void loadMore(query)}>
            {t('more')}
          </Button>
        </div>
      )}
      {noted && (
        <NoteDialog
          key={noted.id}
          row={rows.find((row) => row.id === noted.id) ?? noted}
          onClose={() => setNoted(null)}
        />
      )}
      {asked && <TakeBack row={asked} onClose={() => setAsked(null)} />}
    </Section>
  );
}

function LetterLine({
  row,
  canEdit,
  onNote,
  onTakeBack,
}: {
  row: LetterRow;
  canEdit: boolean;
  onNote: (() => void) | null;
  onTakeBack: (() => void) | null;
}) {
  const t = useTranslations('Outbox');
  const formats = useFormats();
  const download = useDownload();
  const [isDownloading, setDownloading] = useState(false);
  const name = t('named', { title: row.title, day: formatDate(row.writtenOn, formats) });
  const isTakenBack = row.state === 'taken_back';
  const isOut = row.mails.some((mail) => ['sending', 'sent', 'arrived'].includes(mail.state));
  const hasGone = isOut || row.mails.some((mail) => mail.state === 'uncertain' || mail.mayHaveGone);
  const isStuck = row.state === 'ready' && !isOut;
  // What is noted of its way says that it went: nothing to take back, unless the note was the mistake.
  const isProved = row.proof !== null || row.answeredOn !== null;
  const save = async () => {
    setDownloading(true);
    await download(`/api/letters?id=${row.id}`);
    setDownloading(false);
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium">{row.title}</span>
          <StatusChip tone={tones[row.state]}>{t(`states.${row.state}`)}</StatusChip>
          {row.isByItself && <span className="text-sm text-muted">{t('byItself')}</span>}
        </span>
        {row.totalCents > 0 && (
          <Money amountCents={row.totalCents} className={isTakenBack ? 'text-muted line-through' : ''} />
        )}
      </div>
      <p className="text-sm text-muted">
        {row.sentOn !== null && !isTakenBack ? (
          <>
            {t(`ways.${row.way}`)} <DateText day={row.sentOn} />
          </>
        ) : (
          <>
            {t('written')} <DateText day={row.writtenOn} />
          </>
        )}
        {row.tenants.length > 0 && <> · {row.tenants.map((tenant) => tenant.name).join(', ')}</>}
        {row.templateName !== null && (
          <> · {t('fromText', { name: row.templateName, version: String(row.templateVersion) })}</>
        )}
        {row.hasInvoice && <> · {t('hasInvoice')}</>}
        {row.enclosures.some((title) => title !== '') && (
          <> · {t('enclosed', { names: row.enclosures.filter(Boolean).join(', ') })}</>
        )}
        {row.proof !== null && <> · {row.proof}</>}
      </p>
      {row.answeredOn !== null && (
        <p className="text-sm">
          {t('answeredOn')} <DateText day={row.answeredOn} />
          {row.answer !== null && <span className="whitespace-pre-line">: {row.answer}</span>}
        </p>
      )}
      {row.mails.length > 0 && <MailList mails={row.mails} canEdit={canEdit} />}
      <div className="-ml-2 flex flex-wrap gap-1">
        {row.hasFile && (
          <Button
            size="sm"
            look="ghost"
            icon={downloadIcon}
            pending={isDownloading}
            aria-label={t('downloadOf', { name })}
            onClick={() => void save()}
          >
            {t('download')}
          </Button>
        )}
        {canEdit && isStuck && (
          <>
            <ByHand row={row} name={name} way="post" />
            <ByHand row={row} name={name} way="handed_over" />
          </>
        )}
        {onNote && !isTakenBack && row.state !== 'ready' && (
          <Button
            size="sm"
            look="ghost"
            icon={pencilIcon}
            aria-label={t('noteOf', { name })}
            onClick={onNote}
          >
            {t('note')}
          </Button>
        )}
        {onTakeBack && !isTakenBack && !hasGone && !isProved && (
          <Button
            size="sm"
            look="ghost"
            icon={undo2Icon}
            aria-label={t('takeBackOf', { name })}
            onClick={onTakeBack}
          >
            {t('takeBack')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** No mail has brought it for certain: it goes another way, and the file is saved to be printed. */
function ByHand({ row, name, way }: { row: LetterRow; name: string; way: 'post' | 'handed_over' }) {
  const t = useTranslations('Outbox');
  const words = useErrorWords();
  const download = useDownload();
  const send = trpc.outbox.sendByHand.useMutation({ retry: retryTransient });
  const byHand = async () => {
    try {
      await send.mutateAsync({ id: row.id, version: row.version, way });
      showSuccess(t(`instead.${way}.done`));
      await download(`/api/letters?id=${row.id}`);
    } catch (error) {
      showFailure(words.failure(error));
    }
  };
  return (
    <Button
      size="sm"
      look="ghost"
      pending={send.isPending}
      aria-label={t('insteadOf', { way: t(`instead.${way}.label`), name })}
      onClick={() => void byHand()}
    >
      {t(`instead.${way}.label`)}
    </Button>
  );
}

function TakeBack({ row, onClose }: { row: LetterRow; onClose: () => void }) {
  const t = useTranslations('Outbox');
  const takeBack = trpc.outbox.takeBack.useMutation({ retry: retryTransient });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('takeBackTitle')}
      confirmLabel={t('takeBack')}
      confirm={async () => {
        await takeBack.mutateAsync({ id: row.id, version: row.version });
        showSuccess(t('takenBack'));
      }}
    >
      {t(row.interestCents + row.feeCents > 0 ? 'takeBackInterest' : 'takeBackText')}
    </ConfirmDialog>
  );
}
