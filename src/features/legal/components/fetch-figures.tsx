import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { Dialog, DialogActions } from '@/components/dialog';
import { CheckboxField } from '@/components/form/checkbox-field';
import { refreshCwIcon } from '@/components/icons';
import { Notice } from '@/components/notice';
import { SkeletonForm } from '@/components/skeleton-form';
import { showSuccess } from '@/components/toast';
import { useErrorWords } from '@/i18n/error-words';
import { formatDate, formatMonth } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { monthOf } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { useFigureText, useHalfYearText } from './figure-words';

type Found = Outputs['legal']['askNewest'];
type Kind = Found['fresh'][number]['kind'];
const kinds: readonly Kind[] = ['base_rate', 'consumer_price_index'];

/** Asks the Bundesbank when it is pressed, shows what would change, and takes it over when that is confirmed. */
export function FetchFigures() {
  const t = useTranslations('FetchFigures');
  const [isOpen, setOpen] = useState(false);
  const ask = trpc.legal.askNewest.useMutation();
  const open = () => {
    setOpen(true);
    ask.mutate();
  };
  return (
    <>
      <Button look="tertiary" size="sm" icon={refreshCwIcon} onClick={open}>
        {t('fetch')}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={t('title')} description={t('text')}>
        {ask.data ? (
          <Answer found={ask.data} onClose={() => setOpen(false)} />
        ) : ask.error ? (
          <Failed error={ask.error} onAgain={() => ask.mutate()} onClose={() => setOpen(false)} />
        ) : (
          <SkeletonForm fields={2} />
        )}
      </Dialog>
    </>
  );
}

function Failed({ error, onAgain, onClose }: { error: unknown; onAgain: () => void; onClose: () => void }) {
  const t = useTranslations('FetchFigures');
  const form = useTranslations('Form');
  const words = useErrorWords();
  return (
    <>
      <Notice tone="danger" live>
        {words.failure(error)}
      </Notice>
      <DialogActions>
        <Button look="tertiary" onClick={onClose}>
          {form('cancel')}
        </Button>
        <Button look="primary" onClick={onAgain}>
          {t('again')}
        </Button>
      </DialogActions>
    </>
  );
}

function Answer({ found, onClose }: { found: Found; onClose: () => void }) {
  const t = useTranslations('FetchFigures');
  const form = useTranslations('Form');
  const words = useErrorWords();
  const [replaces, setReplaces] = useState(false);
  const take = trpc.legal.takeNewest.useMutation();
  const hasOwn = found.differences.some((one) => one.isOwn);
  const canTake = found.fresh.length > 0 || (hasOwn && replaces);
  const confirm = async () => {
    await take.mutateAsync({ replaces });
    showSuccess(t('taken'));
    onClose();
  };
  return (
    <div className="flex flex-col gap-4">
      {found.fresh.length === 0 ? (
        <Notice tone="success" live>
          {t('nothingNew')}
        </Notice>
      ) : (
        <ul className="flex flex-col gap-1">
          {kinds.map((kind) => (
            <FreshOf key={kind} kind={kind} fresh={found.fresh.filter((one) => one.kind === kind)} />
          ))}
        </ul>
      )}
      {found.differences.length > 0 && <Differences rows={found.differences} />}
      {hasOwn && (
        <CheckboxField
          name={null}
          label={t('replaces')}
          hint={t('replacesHint')}
          onCheckedChange={setReplaces}
        />
      )}
      {take.error && (
        <Notice tone="danger" live>
          {words.failure(take.error)}
        </Notice>
      )}
      <DialogActions>
        <Button look="tertiary" onClick={onClose}>
          {form(canTake ? 'cancel' : 'close')}
        </Button>
        {canTake && (
          <Button look="primary" pending={take.isPending} onClick={() => void confirm().catch(() => {})}>
            {t('take')}
          </Button>
        )}
      </DialogActions>
    </div>
  );
}

/** One line of a kind: the only new one with its value, of several how many and from when to when. */
function FreshOf({ kind, fresh }: { kind: Kind; fresh: Found['fresh'] }) {
  const t = useTranslations('FetchFigures');
  const text = useFigureText();
  const period = usePeriod();
  const [first] = fresh;
  const last = fresh.at(-1);
  if (!first || !last) return null;
  return (
    <li className="tabular-nums">
      {fresh.length === 1
        ? t(`one.${kind}`, { period: period(first), value: text(kind, first.value) })
        : t(`several.${kind}`, {
            count: String(fresh.length),
            first: period(first),
            last: period(last),
            value: text(kind, last.value),
          })}
    </li>
  );
}

function Differences({ rows }: { rows: Found['differences'] }) {
  const t = useTranslations('FetchFigures');
  const text = useFigureText();
  const period = usePeriod();
  return (
    <Notice tone="warning" title={t('differ')}>
      <ul className="mt-1 flex max-h-60 flex-col gap-1 overflow-y-auto">
        {rows.map((row) => (
          <li key={`${row.kind} ${row.validFrom}`} className="tabular-nums">
            {t(row.isOwn ? 'differsOwn' : 'differsTable', {
              period: period(row),
              fetched: text(row.kind, row.fetched),
              known: text(row.kind, row.known),
            })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** What a figure is for: a half-year or a month. */
function usePeriod(): (figure: { kind: Kind; validFrom: string }) => string {
  const halfYear = useHalfYearText();
  const formats = useFormats();
  return ({ kind, validFrom }) =>
    kind === 'base_rate' ? halfYear(validFrom) : formatMonth(monthOf(validFrom), formats);
}

/** What the portfolio has fetched so far, a line a kind. */
export function FetchedRows({
  fetched,
  canEdit,
}: {
  fetched: Outputs['legal']['list']['fetched'];
  canEdit: boolean;
}) {
  const t = useTranslations('FetchFigures');
  const labels = useTranslations('LegalFigures');
  const formats = useFormats();
  const [isRemoving, setRemoving] = useState(false);
  const remove = trpc.legal.removeFetched.useMutation();
  if (fetched.length === 0) return null;
  return (
    <div className="flex flex-wrap items-start justify-between gap-3 border-b border-separator px-5 py-4 md:px-6">
      <ul className="min-w-0">
        {fetched.map(({ kind, count, first, last, fetchedOn }) => (
          <li key={kind}>
            <p className="font-medium">{labels(`kinds.${kind}`)}</p>
            <p className="text-sm text-muted tabular-nums">
              {t('fetched', {
                count,
                first: formatMonth(monthOf(first), formats),
                last: formatMonth(monthOf(last), formats),
                day: formatDate(fetchedOn, formats),
              })}
            </p>
          </li>
        ))}
      </ul>
      {canEdit && (
        <Button look="ghost" size="sm" className="text-muted" onClick={() => setRemoving(true)}>
          {t('remove')}
        </Button>
      )}
      {isRemoving && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setRemoving(false)}
          title={t('removeTitle')}
          confirmLabel={t('remove')}
          confirm={async () => {
            await remove.mutateAsync();
            showSuccess(t('removed'));
          }}
        >
          {t('removeText')}
        </ConfirmDialog>
      )}
    </div>
  );
}
