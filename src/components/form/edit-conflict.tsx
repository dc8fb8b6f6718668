import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { formatMoment } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { Button } from '../button';
import { refreshCwIcon } from '../icons';
import type { Difference } from './merge';
import { type LastChange, useRecords } from './records';
import type { DomainForm } from './use-domain-form';
import type { EditMerge } from './use-edit-merge';

/**
 * Shows what somebody else has changed while this form was open, and lets the user decide about what both
 * changed; nothing typed is lost. When saving was refused the page fetches what the other person saved, and with it
 * the record and the version the form was given.
 */
export function EditConflict({ form }: { form: DomainForm }) {
  const t = useTranslations('EditConflict');
  const { failure, merge } = form;
  const records = useRecords();
  const isRefused = failure?.code === 'version_conflict';
  const fetched = useRef<typeof failure>(null);
  const [wasRefused, setRefused] = useState(false);
  const [step, setStep] = useState<'loading' | 'failed'>('loading');

  useEffect(() => {
    // Each refusal is waited for once; the button tries again.
    if (!isRefused || fetched.current === failure) return;
    fetched.current = failure;
    setRefused(true);
    setStep('loading');
    // Shown only if it brought nothing new: else the failure is gone.
    void Promise.resolve(records?.whenFresh()).finally(() => setStep('failed'));
  }, [isRefused, failure, records]);

  if (isRefused) {
    return (
      <Button
        icon={refreshCwIcon}
        size="sm"
        className="self-start"
        pending={step === 'loading'}
        onClick={() => {
          setStep('loading');
          void Promise.resolve(records?.fetchAgain()).finally(() => setStep('failed'));
        }}
      >
        {t('reload')}
      </Button>
    );
  }
  if (merge) return <MergeBox merge={merge} recordId={form.recordId} waiting={form.waiting} />;
  if (wasRefused && failure === null) {
    return (
      <p role="status" className="rounded-xl bg-surface-secondary p-4 text-sm">
        {t('nothingDiffers')}
      </p>
    );
  }
  return null;
}

function MergeBox({
  merge: { taken, differing, total, settle },
  recordId,
  waiting,
}: {
  merge: EditMerge;
  recordId: string | undefined;
  waiting: number;
}) {
  const t = useTranslations('EditConflict');
  const box = useRef<HTMLElement>(null);
  const title = useChangedBy(recordId, taken.length + total);

  // Saving waits for a decision: here it is to be made.
  useEffect(() => {
    if (waiting === 0) return;
    box.current?.scrollIntoView({ block: 'nearest' });
    box.current?.focus();
  }, [waiting]);

  function decide(names: readonly string[], choice: 'mine' | 'theirs') {
    settle(names, choice);
    // The button that was pressed is gone.
    box.current?.focus();
  }
  const all = differing.map((one) => one.name);
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={title}
      className="grid grid-cols-1 gap-3 rounded-xl bg-warning-soft p-4 text-sm text-warning-soft-foreground"
    >
      <p role="status" className="font-medium">
        {title} {differing.length > 0 && t('decide', { count: differing.length })}
        {differing.length === 0 && total > 0 && t('settled')}
      </p>
      {differing.length > 0 && (
        <ul className="grid grid-cols-1 gap-3">
          {differing.map((one) => (
            <DifferenceRow key={one.name} difference={one} decide={(choice) => decide([one.name], choice)} />
          ))}
        </ul>
      )}
      {differing.length > 1 && (
        <div className="flex flex-wrap gap-2">
          <Button look="outline" size="sm" onClick={() => decide(all, 'mine')}>
            {t('keepAll')}
          </Button>
          <Button look="outline" size="sm" onClick={() => decide(all, 'theirs')}>
            {t('takeAll')}
          </Button>
        </div>
      )}
      {taken.length > 0 && (
        <p>{t('taken', { fields: taken.map((one) => `${one.label}: ${one.theirs || '–'}`).join(' · ') })}</p>
      )}
    </section>
  );
}

/** Mine and theirs side by side, each with its button. */
function DifferenceRow({
  difference: { label, mine, theirs },
  decide,
}: {
  difference: Difference;
  decide: (choice: 'mine' | 'theirs') => void;
}) {
  const t = useTranslations('EditConflict');
  const sides = [
    { choice: 'mine', title: t('mine'), text: mine, action: t('keep') },
    { choice: 'theirs', title: t('theirs'), text: theirs, action: t('take') },
  ] as const;
  return (
    <li className="grid grid-cols-1 gap-1.5">
      <span className="font-medium">{label}</span>
      <span className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        {sides.map(({ choice, title, text, action }) => (
          <span
            key={choice}
            className="flex min-w-0 flex-col items-start gap-2 rounded-lg bg-surface p-3 text-foreground"
          >
            <span className="text-xs text-muted">{title}</span>
            <span className="min-w-0 flex-1 whitespace-pre-line break-words">{text || '–'}</span>
            <Button size="sm" aria-label={`${action}: ${label}`} onClick={() => decide(choice)}>
              {action}
            </Button>
          </span>
        ))}
      </span>
    </li>
  );
}

/** `Changed by Anna Schmidt at 2:32 PM.` as soon as it is known. */
function useChangedBy(recordId: string | undefined, seen: number): string {
  const t = useTranslations('EditConflict');
  const formats = useFormats();
  const records = useRecords();
  const [change, setChange] = useState<LastChange | null>(null);
  useEffect(() => {
    if (seen === 0 || recordId === undefined || records === null) return;
    let isStale = false;
    records.whoChanged(recordId).then(
      (found) => !isStale && setChange(found),
      () => undefined, // without a name it is somebody else
    );
    return () => {
      isStale = true;
    };
  }, [records, recordId, seen]);
  if (change === null) return t('changed');
  const at = formatMoment(change.at, formats);
  if (change.by === 'self') return t('changedBySelf', { at });
  return change.by === 'other' && change.name
    ? t('changedBy', { name: change.name, at })
    : t('changedAt', { at });
}
