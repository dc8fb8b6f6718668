'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useActionState } from 'react';
import { ActionForm } from '@/components/form/action-form';
import { fieldsOf } from '@/components/form/field-name';
import { SubmitButton } from '@/components/form/submit-button';
import { TextField } from '@/components/form/text-field';
import { Notice } from '@/components/notice';
import { askForAnotherCode, type CodeState, enterReceiptRoom } from '../actions';
import type { codeForm } from '../schema';

const field = fieldsOf<typeof codeForm>();
const initial: CodeState = {};

/** The code of a mail, and the way to another one; works before, and without, JavaScript. */
export function CodeForm({ token, hasCode }: { token: string; hasCode: boolean }) {
  const t = useTranslations('ReceiptRoom');
  const language = useLocale();
  const [entered, enter, isEntering] = useActionState(enterReceiptRoom, initial);
  const [asked, ask, isAsking] = useActionState(askForAnotherCode, initial);
  const known = (
    <>
      <input type="hidden" name="room" value={token} />
      <input type="hidden" name="language" value={language} />
    </>
  );
  const canEnter = hasCode || asked.sent === 'sent';
  return (
    <div className="grid gap-5">
      {canEnter && (
        <ActionForm action={enter} state={entered} pending={isEntering}>
          {known}
          {entered.refused !== undefined && (
            <Notice tone="danger" live>
              {t(`refused.${entered.refused}`)}
            </Notice>
          )}
          <TextField
            name={field('code')}
            label={t('code')}
            hint={t('codeHint')}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <SubmitButton className="w-full">{t('enter')}</SubmitButton>
        </ActionForm>
      )}
      <ActionForm action={ask} state={initial} pending={isAsking}>
        {known}
        {asked.sent !== undefined && (
          <Notice tone={asked.sent === 'sent' ? 'success' : 'danger'} live>
            {t(`asked.${asked.sent}`)}
          </Notice>
        )}
        <SubmitButton look={canEnter ? 'tertiary' : 'primary'} className="w-full">
          {t('ask')}
        </SubmitButton>
      </ActionForm>
    </div>
  );
}
