import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { FieldFrame } from '@/components/form/field-frame';
import { Icon } from '@/components/icon';
import { chevronDownIcon } from '@/components/icons';
import { languages } from '@/domain/vocabulary';
import { formatDate, formatMoney, formatMonth } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { languageName } from '@/i18n/language-name';
import { firstOfMonth } from '@/lib/calendar';
import type { Template } from './own-text';
import type { Chosen, Look } from './write-letter';

/** What kind of letter it is, with what the law asks of it, and what it is about where that is to be chosen. */
export function LetterChoices({
  look,
  chosen,
  templates,
  onChange,
}: {
  look: Look;
  chosen: Chosen;
  /** Own texts of the kind. */
  templates: readonly Template[];
  onChange: (change: Partial<Chosen>) => void;
}) {
  const t = useTranslations('WriteLetter');
  const kinds = useTranslations('LetterKinds');
  const locale = useLocale();
  const formats = useFormats();
  return (
    <>
      <div className="flex flex-col gap-2">
        <Choice
          label={t('kind')}
          value={chosen.kind}
          options={look.kinds.map((kind) => ({ value: kind, label: kinds(`${kind}.name`) }))}
          onChange={(value) => {
            const kind = look.kinds.find((one) => one === value);
            if (kind) {
              const ours = { templateId: null, besideTemplateId: undefined };
              onChange({ kind, paymentId: null, month: null, ...ours });
            }
          }}
        />
        <KindHints look={look} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {templates.length > 0 && (
          <Choice
            label={t('textFrom')}
            value={chosen.templateId ?? ''}
            options={[
              { value: '', label: t('ours') },
              ...templates.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(value) => {
              const own = templates.find((one) => one.id === value);
              const language = own && { language: own.language };
              onChange({ templateId: own?.id ?? null, besideTemplateId: undefined, ...language });
            }}
          />
        )}
        <Choice
          label={t('language')}
          value={look.language}
          options={languages.map((value) => ({ value, label: languageName(value, locale) }))}
          onChange={(value) => onChange({ language: languages.find((one) => one === value) ?? null })}
        />
        <Choice
          label={t('beside')}
          value={look.beside?.language ?? ''}
          options={[
            { value: '', label: t('besideNone') },
            ...languages
              .filter((value) => value !== look.language)
              .map((value) => ({ value, label: languageName(value, locale) })),
          ]}
          onChange={(value) => {
            const besideIn = languages.find((one) => one === value) ?? null;
            onChange({ besideIn, besideTemplateId: undefined });
          }}
        />
        {look.payments !== null && look.paymentId !== null && (
          <Choice
            label={t('payment')}
            value={look.paymentId}
            options={look.payments.map(({ id, paidOn, amountCents }) => ({
              value: id,
              label: `${formatDate(paidOn, formats)}: ${formatMoney(amountCents, formats.currency, formats)}`,
            }))}
            onChange={(paymentId) => onChange({ paymentId })}
          />
        )}
        {look.months !== null && look.month !== null && (
          <Choice
            label={t('month')}
            value={look.month}
            options={look.months.map((month) => ({ value: month, label: formatMonth(month, formats) }))}
            onChange={(month) => onChange({ month: firstOfMonth(month) })}
          />
        )}
      </div>
    </>
  );
}

/** What it is for, by what law, and in which form it goes. */
function KindHints({ look: { kind, isGerman, form } }: { look: Look }) {
  const t = useTranslations('WriteLetter');
  const kinds = useTranslations('LetterKinds');
  return (
    <div className="flex flex-col gap-1 text-sm text-muted">
      <p>{kinds(`${kind}.text`)}</p>
      {isGerman && (
        <p>
          <span className="font-medium">{t('basis')}:</span> {kinds(`${kind}.basis`)}
        </p>
      )}
      {/* Text form is a term of German law (§ 126b BGB). */}
      {(isGerman || form === 'ink') && <p>{t(form === 'ink' ? 'paper' : 'textForm')}</p>}
    </div>
  );
}

export function Choice({
  label,
  value,
  options,
  onChange,
}: {
  label: ReactNode;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} problem={undefined}>
      <span className="relative flex">
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="input input--full-width appearance-none pe-9"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon
          icon={chevronDownIcon}
          className="pointer-events-none absolute inset-y-0 end-3 my-auto text-muted"
        />
      </span>
    </FieldFrame>
  );
}
