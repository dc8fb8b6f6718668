'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog';
import { SubmitButton } from '@/components/form/submit-button';
import { Icon } from '@/components/icon';
import { linkIcon, mailIcon, phoneIcon, plusIcon } from '@/components/icons';
import { Section } from '@/components/section';
import { providerName } from '../provider-rules';
import { linkProvider, unlinkIdentity } from '../security-actions';
import type { Identity } from '../user-steps';
import { AuthFailure, AuthForm, useAuthAction } from './auth-form';
import { useDialogAction } from './use-dialog-action';

type Row = Pick<Identity, 'id' | 'provider' | 'account'>;

/** All that opens this account; providers can be linked and taken away again. */
export function IdentitySection({
  identities,
  providers,
  problem,
}: {
  identities: readonly Row[];
  /** Switched on here. */
  providers: readonly string[];
  /** Why a link that was begun did not come about. */
  problem: string | null;
}) {
  const t = useTranslations('Identities');
  const language = useLocale();
  const [removing, setRemoving] = useState<Row | null>(null);
  const linking = useAuthAction(linkProvider);
  const linkable = providers.filter((one) => !identities.some(({ provider }) => provider === one));
  const nameOf = ({ provider }: Row) =>
    provider === 'email' ? t('email') : provider === 'phone' ? t('phone') : providerName(provider);
  const failure = linking.state.failure ?? problem;
  return (
    <Section
      id="identities"
      title={t('title')}
      description={t('text')}
      flush
      actions={
        linkable.length > 0 && (
          <form action={linking.send} className="flex flex-wrap gap-2">
            <input type="hidden" name="language" value={language} />
            {linkable.map((provider) => (
              <Button
                key={provider}
                look="tertiary"
                size="sm"
                icon={plusIcon}
                type="submit"
                name="provider"
                value={provider}
                disabled={linking.pending}
              >
                {t('link', { provider: providerName(provider) })}
              </Button>
            ))}
          </form>
        )
      }
    >
      {failure !== null && (
        <div className="px-5 pt-5 md:px-6">
          <AuthFailure code={failure} />
        </div>
      )}
      <ul className="divide-y divide-separator">
        {identities.map((identity) => (
          <li key={identity.id} className="flex items-center gap-4 px-5 py-4 md:px-6">
            <Icon
              icon={
                identity.provider === 'email'
                  ? mailIcon
                  : identity.provider === 'phone'
                    ? phoneIcon
                    : linkIcon
              }
              className="size-5 text-muted"
            />
            <div className="min-w-0 flex-1">
              <p className="font-medium">{nameOf(identity)}</p>
              {identity.account !== null && (
                <p className="text-sm break-words text-muted">{identity.account}</p>
              )}
            </div>
            {identities.length > 1 && (
              <Button
                look="tertiary"
                size="sm"
                aria-label={t('removeOf', { name: nameOf(identity) })}
                onClick={() => setRemoving(identity)}
              >
                {t('remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {removing && (
        <UnlinkDialog id={removing.id} name={nameOf(removing)} onClose={() => setRemoving(null)} />
      )}
    </Section>
  );
}

function UnlinkDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const t = useTranslations('Identities');
  const form = useTranslations('Form');
  const run = useDialogAction(unlinkIdentity, { done: t('removed'), onDone: onClose });
  return (
    <Dialog open onOpenChange={onClose} title={t('removeTitle', { name })} size="sm" role="alertdialog">
      <AuthForm run={run} hidden={{ id }}>
        <p className="text-sm text-muted">{t('removeText')}</p>
        <DialogActions>
          <Button look="tertiary" onClick={onClose}>
            {form('cancel')}
          </Button>
          <SubmitButton look="danger">{t('remove')}</SubmitButton>
        </DialogActions>
      </AuthForm>
    </Dialog>
  );
}
