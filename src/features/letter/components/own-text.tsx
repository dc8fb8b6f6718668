import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showFailure, showSuccess } from '@/components/toast';
import { useUndo } from '@/components/use-undo';
import type { Language, WrittenKind } from '@/domain/vocabulary';
import { useErrorWords } from '@/i18n/error-words';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { whenFresh } from '@/trpc/fresh-link';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';
import { createTemplateInput } from '../schema';

export type Template = Outputs['letterTemplate']['list'][number];

const field = fieldsOf<typeof createTemplateInput>();

type Text = { subject: string; body: string };

/** What was typed, kept for the next letter: as a text of its own, or as the next edition of the one it came from. */
export function OwnText({
  kind,
  language,
  template,
  text,
  onKept,
}: {
  kind: WrittenKind;
  language: Language;
  template: Template | null;
  /** As it is stored. */
  text: Text;
  onKept: (templateId: string) => void;
}) {
  const t = useTranslations('OwnTexts');
  const words = useErrorWords();
  const offerUndo = useUndo();
  const [isNaming, setNaming] = useState(false);
  const update = trpc.letterTemplate.update.useMutation({ retry: retryTransient });
  const change = async (own: Template) => {
    const { id, version, name, subject, body } = own;
    try {
      const changed = await update.mutateAsync({ id, version, name, ...text });
      // What was typed is let go of once what was kept is there to be shown.
      await whenFresh();
      onKept(id);
      offerUndo(t('changed', { name }), () => update.mutateAsync({ ...changed, name, subject, body }));
    } catch (error) {
      showFailure(words.failure(error));
    }
  };
  return (
    <div className="flex flex-wrap gap-2">
      {template && (
        <Button size="sm" look="secondary" pending={update.isPending} onClick={() => void change(template)}>
          {t('change', { name: template.name })}
        </Button>
      )}
      <Button size="sm" look="secondary" onClick={() => setNaming(true)}>
        {t('keep')}
      </Button>
      <Dialog
        open={isNaming}
        onOpenChange={setNaming}
        size="sm"
        title={t('keep')}
        description={t('keepText')}
      >
        <NameForm
          {...{ kind, language, text }}
          onDone={(id) => {
            setNaming(false);
            if (id) onKept(id);
          }}
        />
      </Dialog>
    </div>
  );
}

function NameForm({
  onDone,
  text,
  ...of
}: {
  kind: WrittenKind;
  language: Language;
  text: Text;
  onDone: (id: string | null) => void;
}) {
  const t = useTranslations('OwnTexts');
  const [id] = useState(newId);
  const create = trpc.letterTemplate.create.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: createTemplateInput,
    fixed: { id, ...of, ...text },
    submit: (input) => create.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('kept'));
      void whenFresh().then(() => onDone(id));
    },
  });
  return (
    <DomainForm form={form}>
      <TextField name={field('name')} label={t('name')} autoComplete="off" autoFocus />
      <FormActions onClose={() => onDone(null)} />
    </DomainForm>
  );
}
