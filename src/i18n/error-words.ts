import { useMessages, useTranslations } from 'next-intl';
import { isCalendarDate } from '@/lib/calendar';
import { type Failure, type FieldProblem, failureOf } from './failure';
import { formatDate, formatMoment, formatMoney, formatNumber, type UserFormats } from './formats';
import { useFormats } from './formats-provider';
import { leadsToWords } from './message-path';

export type ErrorWords = {
  /** The sentence under a field. */
  field: (problem: FieldProblem) => string;
  /** The sentence for something that failed: a thrown error, or what `failureOf` read from it. */
  failure: (failure: unknown) => string;
};

/** A day, an amount and a moment that a rule names, as the reader writes them. */
const shownParams = (params: FieldProblem['params'], formats: UserFormats): FieldProblem['params'] => ({
  ...params,
  ...(typeof params?.day === 'string' &&
    isCalendarDate(params.day) && { day: formatDate(params.day, formats) }),
  ...(typeof params?.amountCents === 'number' && {
    amount: formatMoney(params.amountCents, formats.currency, formats),
  }),
  ...(typeof params?.at === 'string' && { at: formatMoment(new Date(params.at), formats) }),
});

const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && 'fields' in value && 'code' in value;

/** Finds the words for error codes; every code has some, an unknown one a general sentence. */
export function useErrorWords(): ErrorWords {
  const messages = useMessages();
  const t = useTranslations('Errors');
  const formats = useFormats();

  // Code and parameters meet at run time only, so the compiler cannot pair them: hence `never`.
  const domain = (code: string, params: FieldProblem['params']) =>
    leadsToWords(messages.Errors, code) ? t(code, shownParams(params, formats) as never) : null;

  return {
    field: ({ code, params }) =>
      (code === 'too_long' && typeof params?.most === 'number' && typeof params.count === 'number'
        ? t('field.longer_than', {
            most: formatNumber(params.most, formats),
            count: formatNumber(params.count, formats),
          })
        : null) ??
      domain(`field.${code}`, params) ??
      domain(code, params) ??
      t('field.invalid'),
    failure: (thrown) => {
      const failure = isFailure(thrown) ? thrown : failureOf(thrown);
      const words = domain(failure.code, failure.params) ?? t('unexpected');
      return failure.errorId ? `${words} ${t('reference', { id: failure.errorId })}` : words;
    },
  };
}
