import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showFailure, showSuccess } from '@/components/toast';
import { useUndo } from '@/components/use-undo';
import type { Language, ReminderKind } from '@/domain/vocabulary';
import { useErrorWords } from '@/i18n/error-words';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { needsOf } from '../kind-facts';
import { setReminderTextInput } from '../schema';
import type { Template } from './own-text';
import { storedText, TemplateFields } from './template-fields';
import { useMarks } from './use-marks';

type Props = { kind: ReminderKind; language: Language; onClose: () => void };

/** What a tone of reminders says in a language, begun from what it says now. */
export default function ReminderTextForm({ kind, language, onClose }: Props) {
  const t = useTranslations('ReminderTexts');
  const kinds = useTranslations('LetterKinds');
  const [id] = useState(newId);
  const [rows] = trpc.letterTemplate.list.useSuspenseQuery({ archive: 'all' });
  const [{ ours }] = trpc.letter.sample.useSuspenseQuery({ kind, language });
  const [{ jurisdiction }] = trpc.portfolio.get.useSuspenseQuery();
  const kept = rows.find((row) => row.kind === kind && row.language === language) ?? null;
  const own = kept?.archivedAt === null ? kept : null;
  const marks = useMarks(kind);
  const set = trpc.letterTemplate.setReminder.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: setReminderTextInput,
    fixed: { id, kind, language, version: kept?.version ?? null },
    prepare: (values) => storedText(values, marks),
    submit: (input) => set.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('saved'));
      onClose();
    },
  });
  const text = own ?? ours;
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      <TemplateFields
        {...{ kind, language, marks, onClose }}
        text={{ subject: marks.show(text.subject), body: marks.show(text.body) }}
        actions={own && <Reset own={own} onDone={onClose} />}
      >
        <div className="flex flex-col gap-1 text-sm text-muted">
          {jurisdiction === 'DE' && <p>{kinds(`${kind}.basis`)}</p>}
          <p>{t('needs', { names: needsOf(kind).map(marks.nameOf).join(', ') })}</p>
        </div>
      </TemplateFields>
    </DomainForm>
  );
}

/** From then on our text holds; the own one is kept, and is back with a click. */
function Reset({ own: { id, version }, onDone }: { own: Template; onDone: () => void }) {
  const t = useTranslations('ReminderTexts');
  const words = useErrorWords();
  const offerUndo = useUndo();
  const archive = trpc.letterTemplate.archive.useMutation({ retry: retryTransient });
  const restore = trpc.letterTemplate.restore.useMutation({ retry: retryTransient });
  const reset = async () => {
    try {
      const archived = await archive.mutateAsync({ id, version });
      offerUndo(t('resetDone'), () => restore.mutateAsync(archived));
      onDone();
    } catch (error) {
      showFailure(words.failure(error));
    }
  };
  return (
    <Button look="ghost" className="me-auto" pending={archive.isPending} onClick={() => void reset()}>
      {t('reset')}
    </Button>
  );
}
