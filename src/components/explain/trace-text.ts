import { useTranslations } from 'next-intl';
import { formulaParts, NUMBER_DECIMALS, type TraceInput, type TraceValue } from '@/domain/trace';
import type { InputName } from '@/domain/trace-names';
import {
  formatDate,
  formatMoney,
  formatMonth,
  formatNumber,
  formatPercent,
  formatShare,
} from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';

/** Turns the parts of a trace into words and figures of the user's language and formats. */
export function useTraceText() {
  const t = useTranslations('Explain');
  const labels = useTranslations('Labels');
  const formats = useFormats();

  function value(shown: TraceValue): string {
    switch (shown.kind) {
      case 'money':
        // A hyphen is too short beside figures; U+2212 has their width.
        return formatMoney(shown.cents, formats.currency, formats).replace('-', '\u2212');
      case 'number': {
        const figure = formatNumber(shown.value, formats, NUMBER_DECIMALS);
        return shown.unit ? t(`units.${shown.unit}`, { count: shown.value, figure }) : figure;
      }
      case 'percent':
        return formatPercent(shown.basisPoints, formats).replace('-', '\u2212');
      case 'day':
        return formatDate(shown.day, formats);
      case 'month':
        return formatMonth(shown.month, formats);
      case 'label':
        return label(shown);
      case 'word':
        return t(`words.${shown.code}`);
      case 'text':
        return shown.text;
      case 'none':
        return '–';
    }
  }

  /** What was worked out: a share as its tile has it, with both decimals. */
  const result = (shown: TraceValue): string =>
    shown.kind === 'percent' ? formatShare(shown.basisPoints, formats).replace('-', '\u2212') : value(shown);

  function label(shown: TraceValue & { kind: 'label' }): string {
    switch (shown.list) {
      case 'chargeState':
        return labels(`chargeState.${shown.code}`);
      case 'dueRule':
        return labels(`dueRule.${shown.code}`);
      case 'leaseState':
        return labels(`leaseState.${shown.code}`);
      case 'noticeBy':
        return labels(`noticeBy.${shown.code}`);
      case 'proration':
        return labels(`proration.${shown.code}`);
    }
  }

  const name = (code: InputName) => t(`inputs.${code}`);

  /** The formula in words: `Let days ÷ (let days + vacant days)`. */
  const formula = (text: string) =>
    formulaParts(text)
      .map((part) => ('name' in part ? name(part.name) : part.text))
      .join('');

  /** The formula with the figures that went in; null while one of its names is no input. */
  function filled(text: string, given: readonly TraceInput[]): string | null {
    const values = new Map(given.map((input) => [input.name, input.value]));
    let line = '';
    for (const part of formulaParts(text)) {
      if ('text' in part) line += part.text;
      else {
        const found = values.get(part.name);
        if (!found) return null;
        line += value(found);
      }
    }
    return line;
  }

  return { value, result, name, formula, filled };
}
