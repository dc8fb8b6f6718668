import {
  archiveIcon,
  archiveRestoreIcon,
  banknoteIcon,
  building2Icon,
  doorOpenIcon,
  fileTextIcon,
  landmarkIcon,
  pencilIcon,
  receiptIcon,
  settingsIcon,
  trash2Icon,
  undo2Icon,
  userIcon,
} from '@/components/icons';

/** The audit's actions that have words of their own (`Activity.actions.<action>`). */
const actions = [
  'portfolio.create',
  'portfolio.update',
  'landlord.create',
  'landlord.update',
  'landlord.archive',
  'landlord.restore',
  'landlord.delete',
  'bank_account.create',
  'bank_account.update',
  'bank_account.archive',
  'bank_account.restore',
  'bank_account.delete',
  'property.create',
  'property.update',
  'property.set_owners',
  'property.archive',
  'property.restore',
  'property.delete',
  'unit.create',
  'unit.update',
  'unit.set_period',
  'unit.archive',
  'unit.restore',
  'unit.delete',
  'tenant.create',
  'tenant.update',
  'tenant.archive',
  'tenant.restore',
  'tenant.delete',
  'lease.create',
  'lease.update',
  'lease.end',
  'lease.void',
  'rent.agree',
  'rent.update',
  'rent.delete',
  'rent.post',
  'charge.post',
  'charge.waive',
  'payment.record',
  'payment.allocate',
  'payment.reverse',
  'payment.refund',
  'payment.bounce',
] as const;
export type KnownAction = (typeof actions)[number];

/** Null for an action that is younger than these words. */
export function knownAction(action: string): KnownAction | null {
  return actions.find((known) => known === action) ?? null;
}

const verbIcons: Record<string, string> = {
  archive: archiveIcon,
  restore: archiveRestoreIcon,
  delete: trash2Icon,
  void: undo2Icon,
  reverse: undo2Icon,
  update: pencilIcon,
};
const entityIcons: Record<string, string> = {
  portfolio: settingsIcon,
  landlord: userIcon,
  bank_account: landmarkIcon,
  property: building2Icon,
  unit: doorOpenIcon,
  tenant: userIcon,
  lease: fileTextIcon,
  rent: receiptIcon,
  charge: receiptIcon,
  payment: banknoteIcon,
};

export function actionIcon(action: string): string {
  const [entity = '', verb = ''] = action.split('.', 2);
  return verbIcons[verb] ?? entityIcons[entity] ?? pencilIcon;
}
