import type { ChargeKind } from '@/lib/vocabulary';

const voidable: readonly ChargeKind[] = ['back_payment', 'fee', 'interest', 'other'];

/** Whether a charge stands for itself: rent follows from its lease, an opening balance and a deposit from what was agreed. */
export const isVoidable = (kind: ChargeKind): boolean => voidable.includes(kind);
