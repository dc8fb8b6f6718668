import 'server-only';
import { showsStatements } from '@/lib/server/env';
import { isSeal } from './seal.ts';

type Finished = (outcome: { rows: number } | { error: unknown }) => void;

/** `SQL=1 npm run dev`: prints each statement when it is done. Undefined where none are printed. */
export function tellStatement(text: string, values: readonly unknown[]): Finished | undefined {
  if (!showsStatements()) return undefined;
  const began = performance.now();
  return (outcome) => {
    const took = `${(performance.now() - began).toFixed(1)} ms`;
    const result = 'rows' in outcome ? `${outcome.rows} rows` : `failed: ${String(outcome.error)}`;
    const given = values
      .map((value, index) => `$${index + 1} = ${isSeal(value) ? 'a seal' : JSON.stringify(value)}`)
      .join(', ');
    console.log(`sql ${took}, ${result}: ${text}${given && `\n    ${given}`}`);
  };
}
