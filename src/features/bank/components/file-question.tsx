import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { lazyDialog } from '@/components/lazy-dialog';
import { Notice } from '@/components/notice';
import { showFailure, showSuccess } from '@/components/toast';
import { accountText } from '@/domain/bank-account';
import { useErrorWords } from '@/i18n/error-words';
import { failureOf } from '@/i18n/failure';
import { formatIban } from '@/lib/iban';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import type { Answer, OpenQuestion } from './use-import';

const ColumnsDialog = lazyDialog(() => import('./columns-dialog').then((part) => part.ColumnsDialog));

/** Why a file was not read, and what can be done about it. */
export function FileQuestion({
  question,
  onAnswer,
  onClose,
}: {
  question: OpenQuestion;
  onAnswer: (given: Partial<Answer>) => Promise<void>;
  onClose: () => void;
}) {
  const t = useTranslations('Bank');
  const { outcome } = question;
  const refusalOf = useRefusal(question.name);
  const asks = ['account_unknown', 'account_needed', 'columns_unknown'].includes(outcome.kind);
  const [isOpen, setOpen] = useState(false);
  return (
    <Notice tone={asks ? 'warning' : 'danger'} live>
      <p>
        <FileSentence question={question} />
      </p>
      <div className="mt-2 flex flex-wrap items-end gap-2">
        {outcome.kind === 'account_unknown' && (
          <CreateAccount iban={outcome.iban} onCreated={() => void onAnswer({})} />
        )}
        {outcome.kind === 'account_needed' && (
          <ChooseAccount onChosen={(bankAccountId) => void onAnswer({ bankAccountId })} />
        )}
        {outcome.kind === 'columns_unknown' && (
          <Button size="sm" onClick={() => setOpen(true)}>
            {t('columnsSay')}
          </Button>
        )}
        <Button size="sm" look="ghost" onClick={onClose}>
          {t('dismiss')}
        </Button>
      </div>
      {isOpen && outcome.kind === 'columns_unknown' && (
        <ColumnsDialog
          name={question.name}
          question={{ ...outcome.question, ...question.columns }}
          refusal={question.fault && refusalOf(question.fault)}
          onAnswer={(columns) => onAnswer({ columns })}
          onClose={() => setOpen(false)}
        />
      )}
    </Notice>
  );
}

/** Why nothing of a file was stored, with the place in it. */
function useRefusal(name: string) {
  const t = useTranslations('Bank');
  return ({ code, lineNumber: line, part }: NonNullable<OpenQuestion['fault']>) => {
    const reason = t(`faults.${code}`);
    if (part !== null && line !== null) return t('refusedPartAt', { name, part, line, reason });
    if (part !== null) return t('refusedPart', { name, part, reason });
    return line === null ? t('refused', { name, reason }) : t('refusedAt', { name, line, reason });
  };
}

function FileSentence({ question: { name, outcome } }: { question: OpenQuestion }) {
  const t = useTranslations('Bank');
  const refusalOf = useRefusal(name);
  switch (outcome.kind) {
    case 'account_unknown':
      return t('accountUnknown', { name, iban: formatIban(outcome.iban) });
    case 'account_needed':
      return t('accountNeeded', { name });
    case 'columns_unknown':
      return t('columnsUnknown', { name });
    case 'too_large':
      return t('tooLarge', { name });
    case 'failed':
      return t('failed', { name, reason: outcome.reason });
    case 'refused':
      return refusalOf(outcome.fault);
  }
}

/** The account of the file with whose name the others have; it can be changed in the settings. */
function CreateAccount({ iban, onCreated }: { iban: string; onCreated: () => void }) {
  const t = useTranslations('Bank');
  const words = useErrorWords();
  const [id] = useState(newId);
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  const landlords = trpc.landlord.list.useQuery({});
  const create = trpc.bankAccount.create.useMutation({ retry: retryTransient });
  // Who may not enter accounts asks an owner to.
  if (portfolio.role !== 'owner') return null;
  const holder = landlords.data?.[0]?.name ?? portfolio.name;
  async function add() {
    try {
      await create.mutateAsync({ id, holder, iban, purpose: 'rent' });
      showSuccess(t('accountCreated'));
    } catch (error) {
      // Entered meanwhile, elsewhere or for another file of it.
      if (failureOf(error).code !== 'bank_account.iban_taken') return showFailure(words.failure(error));
    }
    onCreated();
  }
  return (
    <Button size="sm" pending={create.isPending || landlords.isPending} onClick={() => void add()}>
      {t('createAccount')}
    </Button>
  );
}

function ChooseAccount({ onChosen }: { onChosen: (bankAccountId: string) => void }) {
  const t = useTranslations('Bank');
  const [accounts] = trpc.bankAccount.list.useSuspenseQuery({});
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{t('chooseAccount')}</legend>
      {accounts.map((account) => (
        <Button key={account.id} size="sm" onClick={() => onChosen(account.id)}>
          {account.holder} · {accountText(account)}
        </Button>
      ))}
    </fieldset>
  );
}
