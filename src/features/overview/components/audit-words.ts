import {
  archiveIcon,
  archiveRestoreIcon,
  banknoteIcon,
  building2Icon,
  coinsIcon,
  doorOpenIcon,
  downloadIcon,
  fileTextIcon,
  landmarkIcon,
  listFilterIcon,
  pencilIcon,
  receiptTextIcon,
  refreshCwIcon,
  settingsIcon,
  trash2Icon,
  undo2Icon,
  userIcon,
} from '@/components/icons';
import { type AuditAction, auditActions } from '@/domain/audit-actions';

/** Null for an action that is younger than these words. */
export function knownAction(action: string): AuditAction | null {
  return auditActions.find((known) => known === action) ?? null;
}

const verbIcons: Record<string, string> = {
  archive: archiveIcon,
  restore: archiveRestoreIcon,
  delete: trash2Icon,
  void: undo2Icon,
  reverse: undo2Icon,
  update: pencilIcon,
  take: downloadIcon,
};
const entityIcons: Record<string, string> = {
  portfolio: settingsIcon,
  landlord: userIcon,
  bank_account: landmarkIcon,
  property: building2Icon,
  unit: doorOpenIcon,
  tenant: userIcon,
  lease: fileTextIcon,
  rent: receiptTextIcon,
  charge: receiptTextIcon,
  payment: banknoteIcon,
  document: fileTextIcon,
  category: listFilterIcon,
  recurring: refreshCwIcon,
  transaction: coinsIcon,
};

export function actionIcon(action: string): string {
  const [entity = '', verb = ''] = action.split('.', 2);
  return verbIcons[verb] ?? entityIcons[entity] ?? pencilIcon;
}
