import type { ReactNode } from 'react';
import { classNames } from './class-names';
import type { Tone } from './stat-tile';

const looks: Record<Tone, string> = {
  neutral: 'chip--default',
  accent: 'chip--accent',
  success: 'chip--success',
  warning: 'chip--warning',
  danger: 'chip--danger',
};

/** A state in a word. The colour only repeats what the word says. */
export function StatusChip({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={classNames('chip chip--soft chip--md whitespace-nowrap', looks[tone])}>
      <span aria-hidden="true" className="mx-1 size-1.5 rounded-full bg-current opacity-80" />
      <span className="chip__label">{children}</span>
    </span>
  );
}
