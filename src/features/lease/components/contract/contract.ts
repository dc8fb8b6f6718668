import type { Outputs } from '@/trpc/outputs';

/** A lease with its rents and its household. */
export type Contract = Outputs['lease']['get'];

/** What a form read for a list: one record per row, in their order. */
export function recordsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
