import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { classNames } from '@/components/class-names';
import { Icon } from '@/components/icon';
import { checkIcon } from '@/components/icons';

export const setupSteps = ['portfolio', 'property', 'lease', 'rent'] as const;
export type SetupStep = (typeof setupSteps)[number];

/** The way to the first rent, with the current step opened and what is behind ticked off. */
export function SetupSteps({
  done,
  children,
}: {
  done: ReadonlySet<SetupStep>;
  /** What there is to do in the current step. */
  children: ReactNode;
}) {
  const t = useTranslations('Setup');
  const current = setupSteps.find((step) => !done.has(step));
  return (
    <>
      <div className="mb-5">
        <p className="text-sm text-muted">{t('progress', { done: done.size, all: setupSteps.length })}</p>
        <div aria-hidden="true" className="mt-2 grid grid-cols-4 gap-1.5">
          {setupSteps.map((step) => (
            <span
              key={step}
              className={classNames('h-1.5 rounded-full', done.has(step) ? 'bg-accent' : 'bg-default')}
            />
          ))}
        </div>
      </div>
      <ol className="grid gap-1">
        {setupSteps.map((step, index) => {
          const isDone = done.has(step);
          const isCurrent = step === current;
          return (
            <li
              key={step}
              aria-current={isCurrent ? 'step' : undefined}
              className={classNames('rounded-2xl', isCurrent && 'my-2 bg-surface shadow-surface')}
            >
              <div
                className={classNames('flex items-start gap-3.5 px-5 md:px-6', isCurrent ? 'py-4' : 'py-2.5')}
              >
                <span
                  aria-hidden="true"
                  className={classNames(
                    'mt-0.5 grid size-7 shrink-0 place-items-center rounded-full text-sm font-medium tabular-nums',
                    isDone && 'bg-accent-soft text-accent-soft-foreground',
                    isCurrent && 'bg-accent text-accent-foreground',
                    !isDone && !isCurrent && 'bg-default text-muted',
                  )}
                >
                  {isDone ? <Icon icon={checkIcon} className="size-3.5" /> : index + 1}
                </span>
                <div className="min-w-0">
                  <h2
                    className={classNames('text-base font-semibold', !isDone && !isCurrent && 'text-muted')}
                  >
                    {t(`steps.${step}.title`)}
                    {isDone && <span className="sr-only"> {t('done')}</span>}
                  </h2>
                  {!isDone && <p className="mt-0.5 text-sm text-muted">{t(`steps.${step}.text`)}</p>}
                </div>
              </div>
              {isCurrent && (
                <div className="border-t border-separator px-5 py-5 md:px-6 md:py-6">{children}</div>
              )}
            </li>
          );
        })}
      </ol>
    </>
  );
}
