import { createTranslator } from 'next-intl';
import {
  areaUnits,
  formatDate,
  formatList,
  formatMoney,
  formatNumber,
  formatPercent,
  type UserFormats,
} from '@/i18n/formats';
import { messagesIn } from '@/i18n/server/messages-in';
import { isCalendarDate } from '@/lib/calendar';
import { type Period, wholeYear } from '@/lib/period';
import type { HeatRole, ResultKey } from '@/statement';
import type { Co2Split } from '@/statement/plant';
import { categoryName } from '../category/name-rules';
import { missingYears } from '../heating/year-rules';
import { houseProblems, type ShownProblem, type StatementView } from './view-rules';

type SharePart = StatementView['leases'][number]['lines'][number]['parts'][number];

const isId = (value: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
const missingOf = (code: string) => missingYears.find((known) => code === `plant_${known}`);
const isOfHouse = (code: string) => houseProblems.some((known) => known === code);

/** Square metres and meters count in parts of what people read. */
const scales: Partial<Record<ResultKey, number>> = { area: 100, consumption: 1_000 };
const heatScales: Record<HeatRole, number> = {
  heat_fixed: 100,
  heat_used: 1_000,
  hot_water_fixed: 100,
  hot_water_used: 1_000,
  by_service: 100,
  co2_of_landlord: 100,
};
const isHeatRole = (role: SharePart['role']): role is HeatRole => role in heatScales;

/** Everything the page and the letters of a statement say of it, in one language. */
export async function costStatementWords(
  view: Pick<StatementView, 'named' | 'isGerman' | 'parties'>,
  formats: UserFormats,
) {
  const { language: locale, wording } = formats;
  const messages = await messagesIn(wording);
  const t = createTranslator({ locale, messages, namespace: 'CostStatements' });
  const sentences = createTranslator({ locale, messages, namespace: 'CostStatement' });
  const categories = createTranslator({ locale, messages, namespace: 'Category' });
  const heating = createTranslator({ locale, messages, namespace: 'Heating' });
  const association = createTranslator({ locale, messages, namespace: 'Association' });
  const labels = createTranslator({ locale, messages, namespace: 'Labels' });
  const money = (cents: number) => formatMoney(cents, formats.currency, formats);
  const day = (date: string) => formatDate(date, formats);
  /** In what people measure areas. */
  const area = areaUnits[formats.areaUnit];

  const keyInPhrase = (one: ResultKey) => t(`keys.${one}`);
  const key = (one: ResultKey) => {
    if (one === 'heating') return t('heatKey');
    return one === 'by_hand' ? t('byHand') : labels(`distributionKey.${one}`);
  };
  const named = view.named.map((line) => ({
    ...line,
    words: categoryName(line, (code) => categories(`builtIn.${code}`)),
  }));
  /** A line by its category; where two have one, with the key. */
  const line = (lineId: string): string => {
    const own = named.find((one) => one.lineId === lineId);
    if (!own) return lineId;
    const isTwice = named.some((one) => one.words === own.words && one.lineId !== lineId);
    return isTwice ? t('lineByKey', { line: own.words, key: keyInPhrase(own.key) }) : own.words;
  };
  /** By its tenants; what was erased has no name any more, and what is no lease has its own. */
  const lease = (leaseId: string): string =>
    view.parties[leaseId]?.name ?? (isId(leaseId) ? t('erasedLease') : leaseId);
  const shown = (name: string, value: string | number): string => {
    if (typeof value === 'number') return /cents$/i.test(name) ? money(value) : formatNumber(value, formats);
    if (name === 'line') return line(value);
    if (name === 'lease' || name === 'other') return lease(value);
    return isCalendarDate(value) ? day(value) : value;
  };
  const filled = (params: Record<string, string | number>) =>
    Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shown(name, value)]));
  /** A share and what it is a share of, as they are counted. */
  const shares = (of: ResultKey, { weight, of: all, role }: SharePart) => {
    const isOwnUnit = of === 'area' && formats.areaUnit !== 'sqm';
    const scale = isHeatRole(role) ? heatScales[role] : isOwnUnit ? 1 : (scales[of] ?? 1);
    const number = (value: number) =>
      formatNumber((isOwnUnit ? area.fromSqm100(value) : value) / scale, formats);
    return { weight: number(weight), of: number(all), unit: area.sign };
  };
  return {
    t,
    heating,
    association,
    number: (value: number): string => formatNumber(value, formats),
    percent: (basisPoints: number): string => formatPercent(basisPoints, formats),
    /** A pot of a plant's costs. */
    heatRole: (role: SharePart['role']): string => (isHeatRole(role) ? heating(`letter.roles.${role}`) : ''),
    /** How the landlord's part of the CO₂ costs was found. */
    co2Step: ({ kgPerSqm, step, landlordBp, costCents }: Co2Split): string => {
      const [part, cents] = [formatPercent(landlordBp, formats), money(costCents)];
      if (kgPerSqm === null || step === null) return heating('co2Part', { part, cents });
      const kg = formatNumber(kgPerSqm, formats, 1);
      return heating('co2ByStep', { kg, step: String(step), part, cents });
    },
    shares,
    money,
    day,
    key,
    /** A key in the midst of words, with what its shares are counted in. */
    keyOfShares: (one: ResultKey): string => t(`keysWithUnits.${one}`, { unit: area.sign }),
    line,
    lease,
    period: ({ from, to }: Period) => t('period', { from: day(from), to: day(to) }),
    /** For headings: a calendar year by its number. Letters name the days of every period. */
    shortPeriod: (period: Period) =>
      String(wholeYear(period) ?? t('period', { from: day(period.from), to: day(period.to) })),
    /** With its number in § 2 BetrKV, where that law holds. */
    numbered: (lineId: string): string => {
      const no = view.isGerman ? named.find((one) => one.lineId === lineId)?.betrkvNo : null;
      return no ? t('numbered', { line: line(lineId), no: String(no) }) : line(lineId);
    },
    /** `lines`: all that it is said of, where `params.line` is not the only one. */
    problem: ({
      code,
      params,
      lines = [],
    }: Pick<ShownProblem, 'code' | 'params'> & { lines?: readonly string[] }): string => {
      const missing = missingOf(code);
      if (missing) return `${params.plant}: ${heating(`missing.${missing}`)}`;
      return isOfHouse(code)
        ? t(`houseProblems.${code}` as 'houseProblems.advances_unknown', filled(params) as never)
        : sentences(
            `problems.${code}` as 'problems.unit_twice',
            {
              ...filled(params),
              ...(lines.length > 1 && { line: formatList(lines.map(line), formats) }),
            } as never,
          );
    },
    warning: ({ code, params }: StatementView['warnings'][number]): string =>
      sentences(`warnings.${code}` as 'warnings.vacancy', filled(params) as never),
    /** How a share came about: `60 ÷ 200 m² × days`. */
    part: (of: ResultKey, part: SharePart): string => {
      if (isHeatRole(part.role)) return t(`heatParts.${part.role}`, shares(of, part));
      return of === 'heating' ? '' : t(`parts.${of}`, shares(of, part));
    },
  };
}

export type CostStatementWords = Awaited<ReturnType<typeof costStatementWords>>;
