'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import { Dialog, DialogActions } from '@/components/dialog';
import { EmptyState } from '@/components/empty-state';
import { SubmitButton } from '@/components/form/submit-button';
import { Icon } from '@/components/icon';
import { keyRoundIcon, phoneIcon, plusIcon, shieldCheckIcon, smartphoneIcon } from '@/components/icons';
import { Notice } from '@/components/notice';
import { Section } from '@/components/section';
import type { RecoveryCodesState } from '../form-schema';
import { removeFactor } from '../security-actions';
import type { Factor } from '../user-steps';
import { AuthForm } from './auth-form';
import { EnrolAppDialog } from './enrol-app-dialog';
import { EnrolPhoneDialog } from './enrol-phone-dialog';
import { MakeCodesDialog, ShowCodesDialog } from './recovery-codes-dialog';
import { useDialogAction } from './use-dialog-action';

/** What is asked for after the password, and what to do about losing it. */
export function FactorSection({
  factors,
  codesLeft,
  address,
}: {
  factors: readonly (Omit<Factor, 'createdAt'> & { since: string })[];
  /** Recovery codes that can still be used. */
  codesLeft: number;
  /** Whose account it is. */
  address: string;
}) {
  const t = useTranslations('Factors');
  const codes = useTranslations('RecoveryCodes');
  const [opened, setOpened] = useState<'totp' | 'phone' | null>(null);
  const [removing, setRemoving] = useState<(typeof factors)[number] | null>(null);
  const [shown, setShown] = useState<readonly string[] | null>(null);
  const [isMaking, setMaking] = useState(false);
  const close = () => setOpened(null);
  const enrolled = ({ recoveryCodes }: RecoveryCodesState) => {
    close();
    if (recoveryCodes) setShown(recoveryCodes);
  };
  const countOf = (wanted: Factor['kind']) => factors.filter(({ kind }) => kind === wanted).length;
  return (
    <Section
      id="factors"
      title={t('title')}
      description={t('text')}
      flush
      actions={
        <>
          <Button look="tertiary" size="sm" icon={plusIcon} onClick={() => setOpened('totp')}>
            {t('addApp')}
          </Button>
          <Button look="tertiary" size="sm" icon={plusIcon} onClick={() => setOpened('phone')}>
            {t('addPhone')}
          </Button>
        </>
      }
    >
      {factors.length === 0 ? (
        <EmptyState icon={shieldCheckIcon} title={t('empty')}>
          {t('emptyText')}
        </EmptyState>
      ) : (
        <>
          <ul className="divide-y divide-separator">
            {factors.map((factor) => (
              <li key={factor.id} className="flex items-center gap-4 px-5 py-4 md:px-6">
                <Icon
                  icon={factor.kind === 'totp' ? smartphoneIcon : phoneIcon}
                  className="size-5 text-muted"
                />
                <div className="min-w-0 flex-1">
                  <p className="font-medium break-words">{factor.name || t(`kind.${factor.kind}`)}</p>
                  <p className="text-sm text-muted">
                    {t(`kind.${factor.kind}`)}
                    {factor.phone !== null && ` · ${factor.phone}`} · {t('since')}{' '}
                    <DateText day={factor.since} />
                  </p>
                </div>
                <Button
                  look="tertiary"
                  size="sm"
                  aria-label={t('removeOf', { name: factor.name || t(`kind.${factor.kind}`) })}
                  onClick={() => setRemoving(factor)}
                >
                  {t('remove')}
                </Button>
              </li>
            ))}
            <li className="flex items-center gap-4 px-5 py-4 md:px-6">
              <Icon icon={keyRoundIcon} className="size-5 text-muted" />
              <div className="min-w-0 flex-1">
                <p className="font-medium">{codes('title')}</p>
                <p className="text-sm text-muted">{codes('left', { left: codesLeft })}</p>
              </div>
              <Button look="tertiary" size="sm" onClick={() => setMaking(true)}>
                {codes('makeNew')}
              </Button>
            </li>
          </ul>
          <div className="px-5 pb-5 md:px-6">
            {codesLeft === 0 ? (
              <Notice tone="warning" title={codes('noneTitle')}>
                {codes('noneText')}
              </Notice>
            ) : (
              <Notice>{factors.length === 1 ? t('spareText') : t('lostText')}</Notice>
            )}
          </div>
        </>
      )}
      {opened === 'totp' && <EnrolAppDialog count={countOf('totp')} onClose={close} onDone={enrolled} />}
      {opened === 'phone' && <EnrolPhoneDialog count={countOf('phone')} onClose={close} onDone={enrolled} />}
      {isMaking && (
        <MakeCodesDialog
          left={codesLeft}
          onClose={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false);
            setShown(made);
          }}
        />
      )}
      {shown && <ShowCodesDialog codes={shown} address={address} onClose={() => setShown(null)} />}
      {removing && (
        <RemoveFactorDialog
          id={removing.id}
          name={removing.name || t(`kind.${removing.kind}`)}
          isLast={factors.length === 1}
          onClose={() => setRemoving(null)}
        />
      )}
    </Section>
  );
}

function RemoveFactorDialog({
  id,
  name,
  isLast,
  onClose,
}: {
  id: string;
  name: string;
  isLast: boolean;
  onClose: () => void;
}) {
  const t = useTranslations('Factors');
  const form = useTranslations('Form');
  const run = useDialogAction(removeFactor, { done: t('removed'), onDone: onClose });
  return (
    <Dialog open onOpenChange={onClose} title={t('removeTitle', { name })} size="sm" role="alertdialog">
      <AuthForm run={run} hidden={{ id }}>
        <p className="text-sm text-muted">{isLast ? t('removeLast') : t('removeText')}</p>
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
