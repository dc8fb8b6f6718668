'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { SubmitButton } from '@/components/form/submit-button';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { Notice } from '@/components/notice';
import { Section } from '@/components/section';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { testMailInput } from '../schema';

type Fate = Outputs['outbox']['testMail'];

const field = fieldsOf<typeof testMailInput>();
const tones = {
  sent: 'success',
  later: 'warning',
  refused: 'danger',
  uncertain: 'warning',
  off: 'warning',
} as const;

/** Whether letters can go by mail here: a mail about nothing, and what the server says to it. */
export function MailSection() {
  const t = useTranslations('TestMail');
  const [fate, setFate] = useState<Fate | null>(null);
  const send = trpc.outbox.testMail.useMutation();
  const form = useDomainForm({
    schema: testMailInput,
    fixed: {},
    submit: (input) => {
      setFate(null);
      return send.mutateAsync(input);
    },
    onSuccess: setFate,
  });
  return (
    <Section id="mail" title={t('title')} description={t('about')}>
      <DomainForm form={form}>
        <TextField
          name={field('to')}
          label={t('to')}
          type="email"
          autoComplete="email"
          className="max-w-md"
          empty="text"
        />
        {fate && (
          <Notice tone={tones[fate.kind]} live>
            {t(`fates.${fate.kind}`)}
            {fate.answer !== '' && ` ${t('says', { answer: fate.answer })}`}
          </Notice>
        )}
        <div>
          <SubmitButton>{t('send')}</SubmitButton>
        </div>
      </DomainForm>
    </Section>
  );
}
