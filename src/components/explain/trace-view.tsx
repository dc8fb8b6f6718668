import { useTranslations } from 'next-intl';
import { citedSources, type Trace, type TraceInput, type TraceStep } from '@/domain/trace';
import { useFormats } from '@/i18n/formats-provider';
import { type Column, DataTable } from '../data-table';
import { useTraceText } from './trace-text';

/** Rules that are German law in part: where none is cited they say the rest. */
const rulesElsewhere = [
  'deposit_cap',
  'deposit_hold_back',
  'deposit_interest_due',
  'reminder',
  'step_rent',
] as const;

/** Shows any trace: what the rule says, its formula in words and in figures, what went in, and every step. */
export function TraceView({ trace }: { trace: Trace }) {
  const t = useTranslations('Explain');
  const words = useTraceText();
  const sources = citedSources(trace, useFormats().citesGermanLaw ?? true);
  const elsewhere = sources.length === 0 && rulesElsewhere.find((rule) => rule === trace.rule);
  const figures = words.filled(trace.formula, trace.inputs);
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-prose text-muted">
        {t(elsewhere ? `rules.${elsewhere}.textElsewhere` : `rules.${trace.rule}.text`)}
      </p>
      <div className="rounded-xl bg-surface-secondary px-4 py-3.5">
        <p className="text-sm text-muted first-letter:uppercase">{words.formula(trace.formula)}</p>
        <p className="mt-1 text-lg font-semibold tabular-nums">
          {figures !== null && <span className="font-normal">{figures} = </span>}
          {words.result(trace.result)}
        </p>
      </div>
      {trace.inputs.length > 0 && <Inputs inputs={trace.inputs} />}
      {trace.steps.length > 0 && <Steps steps={trace.steps} caption={t('steps')} />}
      <Roundings trace={trace} />
      {sources.length > 0 && (
        <p className="text-sm text-muted">
          {t('source')}: {sources.join(' · ').replaceAll(' no. ', ` ${t('number')} `)}
        </p>
      )}
    </div>
  );
}

/** How something was rounded that does not come out as its formula says. */
function Roundings({ trace }: { trace: Trace }) {
  const t = useTranslations('Explain.rounding');
  const codes = new Set([trace, ...trace.steps].flatMap(({ rounding }) => (rounding ? [rounding] : [])));
  if (codes.size === 0) return null;
  return <p className="text-sm text-muted">{[...codes].map((code) => t(code)).join(' ')}</p>;
}

function Inputs({ inputs }: { inputs: readonly TraceInput[] }) {
  const words = useTraceText();
  const nested = inputs.flatMap((input) => (input.trace ? [{ name: input.name, trace: input.trace }] : []));
  return (
    <>
      <dl className="grid gap-x-8 gap-y-2 text-sm sm:grid-cols-2">
        {inputs.map((input) => (
          <div
            key={input.name}
            className="flex items-baseline justify-between gap-4 border-b border-separator pb-2"
          >
            <dt className="text-muted first-letter:uppercase">{words.name(input.name)}</dt>
            <dd className="text-end font-medium tabular-nums">{words.value(input.value)}</dd>
          </div>
        ))}
      </dl>
      {nested.map(({ name, trace }) => (
        <details key={name} className="rounded-xl ring-1 ring-separator">
          <summary className="unfolds px-4 py-3 text-sm font-medium">
            <span className="inline-block first-letter:uppercase">{words.name(name)}</span>
          </summary>
          <div className="px-4 pb-4">
            <TraceView trace={trace} />
          </div>
        </details>
      ))}
    </>
  );
}

type NumberedStep = TraceStep & { number: number };

function Steps({ steps, caption }: { steps: readonly TraceStep[]; caption: string }) {
  const t = useTranslations('Explain');
  const words = useTraceText();
  const names = steps[0]?.inputs.map((input) => input.name) ?? [];
  // With one input and that as the result there is nothing to show twice.
  const shown = names.length === 1 && steps.every((step) => step.formula === `{${names[0]}}`) ? [] : names;
  const columns: Column<NumberedStep>[] = [
    {
      key: 'of',
      header: t('part'),
      cell: (step) => <span className="block md:min-w-36">{step.of.map(words.value).join('\u00a0· ')}</span>,
      phone: 'title',
    },
    ...shown.map(
      (name): Column<NumberedStep> => ({
        key: name,
        header: <span className="inline-block first-letter:uppercase">{words.name(name)}</span>,
        align: 'end',
        cell: (step) => {
          const input = step.inputs.find((one) => one.name === name);
          return input ? words.value(input.value) : '–';
        },
      }),
    ),
    { key: 'result', header: t('result'), align: 'end', cell: (step) => words.result(step.result) },
  ];
  return (
    <div className="overflow-clip rounded-xl ring-1 ring-separator md:[&_:is(th,td)]:px-2 md:[&_td[data-align=end]]:whitespace-nowrap md:[&_th]:whitespace-normal">
      <DataTable
        caption={caption}
        columns={columns}
        rows={steps.map((step, index) => ({ ...step, number: index }))}
        rowKey={(step) => String(step.number)}
      />
    </div>
  );
}
