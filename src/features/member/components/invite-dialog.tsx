import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { CopyButton } from '@/components/copy-button';
import { Dialog, DialogActions } from '@/components/dialog';
import { ChoiceField } from '@/components/form/choice-field';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { invitedRoles, languages } from '@/domain/vocabulary';
import { languageName } from '@/i18n/language-name';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { inviteMemberInput } from '../schema';

const field = fieldsOf<typeof inviteMemberInput>();

type Role = (typeof invitedRoles)[number];

/** Asks whom to invite as what. Where no mail goes out it ends with the link to hand over. */
export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('Members');
  const [handOver, setHandOver] = useState<{ email: string; link: string } | null>(null);
  const close = () => {
    setHandOver(null);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={t(handOver ? 'linkTitle' : 'inviteTitle')}
      description={handOver ? undefined : t('inviteText')}
    >
      {handOver ? (
        <LinkToHandOver {...handOver} onClose={close} />
      ) : (
        <InviteForm
          onClose={close}
          onInvited={(email, link) => {
            if (link !== null) return setHandOver({ email, link });
            showSuccess(t('sent', { email }));
            close();
          }}
        />
      )}
    </Dialog>
  );
}

function InviteForm({
  onClose,
  onInvited,
}: {
  onClose: () => void;
  onInvited: (email: string, link: string | null) => void;
}) {
  const t = useTranslations('Members');
  const labels = useTranslations('Labels');
  const locale = useLocale();
  const [id] = useState(newId);
  const [role, setRole] = useState<Role>('manager');
  const invite = trpc.member.invite.useMutation();
  const form = useDomainForm({
    schema: inviteMemberInput,
    fixed: { id },
    submit: (input) => invite.mutateAsync(input),
    onSuccess: ({ email, link }) => onInvited(email, link),
  });
  return (
    <DomainForm form={form}>
      <TextField name={field('email')} label={t('email')} type="email" inputMode="email" autoComplete="off" />
      <ChoiceField
        name={field('role')}
        label={t('role')}
        hint={t(`roleText.${role}`)}
        options={invitedRoles.map((value) => ({ value, label: labels(`memberRole.${value}`) }))}
        value={role}
        onValueChange={setRole}
      />
      {role === 'viewer' && <p className="text-sm text-muted">{t('seesAll')}</p>}
      <SelectField
        name={field('language')}
        label={t('language')}
        options={languages.map((value) => ({ value, label: languageName(value, locale) }))}
        defaultValue={locale}
      />
      <FormActions onClose={onClose}>{t('send')}</FormActions>
    </DomainForm>
  );
}

export function LinkToHandOver({
  email,
  link,
  onClose,
}: {
  email: string;
  link: string;
  onClose: () => void;
}) {
  const t = useTranslations('Members');
  return (
    <div className="grid gap-5">
      <p className="text-sm text-muted">{t('linkText', { email })}</p>
      <div className="flex items-end gap-2">
        <label className="grid min-w-0 flex-1 gap-1.5 text-sm font-medium">
          {t('link')}
          <input
            readOnly
            value={link}
            onFocus={(event) => event.currentTarget.select()}
            className="input w-full font-normal"
          />
        </label>
        <CopyButton text={link} done={t('copied')}>
          {t('copy')}
        </CopyButton>
      </div>
      <DialogActions>
        <Button onClick={onClose}>{t('done')}</Button>
      </DialogActions>
    </div>
  );
}
