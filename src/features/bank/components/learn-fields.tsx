import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CheckboxField } from '@/components/form/checkbox-field';
import type { FieldName } from '@/components/form/field-name';
import { TextField } from '@/components/form/text-field';
import type { WaitingLine } from './proposal';

/** By what a decision is known from now on: the sender, or words of the text. */
export function LearnFields({
  line,
  name,
}: {
  line: WaitingLine;
  name: { text: FieldName<string>; fromAnybody: FieldName<boolean> };
}) {
  const t = useTranslations('Bank');
  const [hasWords, setHasWords] = useState(false);
  if (line.text === '') return null;
  const hasSender = line.account !== null || line.name !== null;
  return (
    <>
      <TextField
        name={name.text}
        label={t('learnText')}
        hint={t(hasSender ? 'learnTextHint' : 'learnTextAlone')}
        optional
        onValueChange={(typed) => setHasWords(typed.trim() !== '')}
        autoComplete="off"
      />
      {hasWords && hasSender && <CheckboxField name={name.fromAnybody} label={t('learnFromAnybody')} />}
    </>
  );
}
