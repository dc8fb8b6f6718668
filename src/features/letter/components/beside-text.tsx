import { useLocale, useTranslations } from 'next-intl';
import { Notice } from '@/components/notice';
import { languageName } from '@/i18n/language-name';
import type { TemplateValues } from '../template-rules';
import { Choice } from './letter-choices';
import { LetterText } from './letter-text';
import type { Template } from './own-text';
import type { Marks } from './use-marks';
import type { Written } from './use-texts';
import type { Look } from './write-letter';

/** The same in a second language, which stands beside the text that binds. */
export function BesideText({
  kind,
  marks,
  own,
  beside,
  values,
  offered,
  onChoose,
}: {
  kind: Look['kind'];
  marks: Marks;
  own: Written;
  beside: Written;
  values: TemplateValues;
  /** Own texts in that language. */
  offered: readonly Template[];
  onChoose: (templateId: string | null) => void;
}) {
  const t = useTranslations('WriteLetter');
  const locale = useLocale();
  const language = languageName(beside.language, locale);
  return (
    <div className="flex flex-col gap-4 border-t border-separator pt-5">
      <p className="text-sm text-muted">
        {t('besideHint', { language: languageName(own.language, locale) })}
      </p>
      {offered.length > 0 && (
        <Choice
          label={t('besideTextFrom', { language })}
          value={beside.template?.id ?? ''}
          options={[
            { value: '', label: t('ours') },
            ...offered.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(value) => onChoose(value === '' ? null : value)}
        />
      )}
      {own.template !== null && beside.template === null && !beside.isChanged && (
        <Notice tone="warning">{t('besideOurs', { language })}</Notice>
      )}
      {own.isChanged && !beside.isChanged && <Notice tone="warning">{t('besideOlder')}</Notice>}
      <LetterText
        {...{ kind, marks, values }}
        labels={{ subject: t('besideSubject', { language }), body: t('besideBody', { language }) }}
        text={beside.text}
        issues={beside.composed.issues}
        onChange={beside.change}
      />
    </div>
  );
}
