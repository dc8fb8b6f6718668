import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog';
import { ChoiceField } from '@/components/form/choice-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { SelectField } from '@/components/form/select-field';
import { SubmitButton } from '@/components/form/submit-button';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showFailure, showSuccess } from '@/components/toast';
import { type DistributionKey, distributionKeys } from '@/domain/vocabulary';
import { useErrorWords } from '@/i18n/error-words';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { hasToBeNamed } from '../rules';
import { setAgreementInput } from '../schema';
import { type Agreement, useKindName, type Whose } from './agreement-section';

/** What a contract says of one kind of cost: nothing, that it is passed on, or that it is and by which key. */
type Word = '' | 'named' | DistributionKey;

/** A contract names its own keys, never whose a single bill is. */
const offeredKeys = distributionKeys.filter((key) => key !== 'direct');

/** Says what a contract, or those of a property, agree on. Open as long as it is mounted. */
export function AgreementDialog({
  agreement,
  whose,
  onClose,
}: {
  agreement: Agreement;
  whose: Whose;
  onClose: () => void;
}) {
  const t = useTranslations('CostAgreement');
  const form = useTranslations('Form');
  const kindName = useKindName();
  const failed = useErrorWords();
  const keys = useTranslations('Labels.distributionKey');
  const { own, rule, isGerman, kinds } = agreement;
  const said = own ?? rule;
  const [scope, setScope] = useState<'all' | 'named'>(said.agreesAll ? 'all' : 'named');
  const [words, setWords] = useState<Record<string, Word>>(() =>
    Object.fromEntries(said.named.map(({ categoryId, key }) => [categoryId, key ?? 'named'])),
  );
  const set = trpc.costAgreement.set.useMutation({ retry: retryTransient });
  const clear = trpc.costAgreement.clear.useMutation({ retry: retryTransient });
  const isAll = scope === 'all';
  const named = kinds.flatMap(({ id }) => {
    const word = words[id] ?? '';
    return word === '' ? [] : [{ categoryId: id, key: word === 'named' ? null : word }];
  });
  const done = () => {
    showSuccess(t('saved'));
    onClose();
  };
  const edit = useDomainForm({
    schema: setAgreementInput,
    fixed: { ...whose, id: own?.id ?? null, version: own?.version ?? null, agreesAll: isAll, named },
    state: own && `${own.id} ${own.version}`,
    submit: (input) => set.mutateAsync(input),
    onSuccess: done,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(whose.leaseId === null ? 'propertyTitle' : 'title')}
      description={t(isGerman ? 'dialogText' : 'dialogTextElsewhere')}
    >
      <DomainForm form={edit}>
        <EditConflict form={edit} />
        <ChoiceField
          label={t('scope')}
          options={[
            { value: 'all', label: t(isGerman ? 'scopeAllGerman' : 'scopeAll') },
            { value: 'named', label: t('scopeNamed') },
          ]}
          value={scope}
          onValueChange={setScope}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          {kinds.map((kind) => {
            const isCovered = isAll && !hasToBeNamed(kind.betrkvNo, isGerman);
            const word = words[kind.id] ?? '';
            return (
              <SelectField
                // What is covered anyway need not be named: another list of answers.
                key={`${kind.id} ${isCovered}`}
                name={null}
                label={kindName(kind, isGerman)}
                options={[
                  { value: '', label: t(isCovered ? 'covered' : 'notNamed') },
                  ...(isCovered ? [] : [{ value: 'named', label: t('isNamed') }]),
                  ...offeredKeys.map((key) => ({ value: key, label: keys(key) })),
                ]}
                defaultValue={isCovered && word === 'named' ? '' : word}
                onValueChange={(value) => setWords((before) => ({ ...before, [kind.id]: value as Word }))}
              />
            );
          })}
        </div>
        <DialogActions>
          {own && (
            <Button
              look="tertiary"
              onClick={() =>
                clear
                  .mutateAsync({ ...whose, id: own.id, version: own.version })
                  .then(done, (error: unknown) => showFailure(failed.failure(error)))
              }
            >
              {t(whose.leaseId === null ? 'clearProperty' : 'clear')}
            </Button>
          )}
          <Button look="tertiary" onClick={onClose}>
            {form('cancel')}
          </Button>
          <SubmitButton>{form('save')}</SubmitButton>
        </DialogActions>
      </DomainForm>
    </Dialog>
  );
}
