export { boundaryBill } from './bills.ts';
export { correctedResult } from './correction.ts';
export * from './input.ts';
export { newAdvance } from './new-advance.ts';
export { type Problem, statementProblems, statementWarnings, type Warning } from './problems.ts';
export type { LineResult, ShareResult } from './result.ts';
export { computeStatement, type Statement } from './statement.ts';
export { explainPersonDays, explainPlace, statementTrace } from './traces.ts';
