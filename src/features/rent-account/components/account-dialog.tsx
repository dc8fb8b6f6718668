import { lazyDialog } from '@/components/lazy-dialog';
import { reductionOf } from '@/domain/charge-basis';
import type { AccountRow } from './account-entry';
import type { EntryActions } from './entry-details';
import { PaymentDialog } from './payment-dialog';

const PostChargeDialog = lazyDialog(async () => (await import('./post-charge-dialog')).PostChargeDialog);
const VoidChargeDialog = lazyDialog(async () => (await import('./void-charge-dialog')).VoidChargeDialog);
const RevertWaiverDialog = lazyDialog(
  async () => (await import('./revert-waiver-dialog')).RevertWaiverDialog,
);
const ReduceRentDialog = lazyDialog(async () => (await import('./reduce-rent-dialog')).ReduceRentDialog);
const WaiveChargeDialog = lazyDialog(async () => (await import('./waive-charge-dialog')).WaiveChargeDialog);
const ReturnPaymentDialog = lazyDialog(
  async () => (await import('./return-payment-dialog')).ReturnPaymentDialog,
);
const EditPaymentDialog = lazyDialog(async () => (await import('./edit-payment-dialog')).EditPaymentDialog);
const MovePaymentDialog = lazyDialog(async () => (await import('./move-payment-dialog')).MovePaymentDialog);
const ReallocatePaymentDialog = lazyDialog(
  async () => (await import('./reallocate-payment-dialog')).ReallocatePaymentDialog,
);
const RevertReturnDialog = lazyDialog(
  async () => (await import('./revert-return-dialog')).RevertReturnDialog,
);
const UndoPaymentDialog = lazyDialog(async () => (await import('./undo-payment-dialog')).UndoPaymentDialog);
const RefundDialog = lazyDialog(async () => (await import('./refund-dialog')).RefundDialog);

/** What is being done on the account. */
export type OpenDialog =
  | { kind: 'payment'; leaseId?: string; chargeId?: string }
  | { kind: 'charge' }
  | { kind: 'waive' | 'cancel' | 'revertWaiver'; row: AccountRow; title: string }
  | { kind: 'reduce'; leaseId: string; period: { from: string; to: string } }
  | { kind: 'edit'; row: AccountRow }
  | { kind: 'undo'; row: AccountRow }
  | { kind: 'move' | 'reallocate'; row: AccountRow }
  | { kind: 'return'; row: AccountRow }
  | { kind: 'revertReturn'; row: AccountRow; paymentId: string }
  | { kind: 'refund' };

/** What can be done with an entry, each by its dialog. */
export function actionsOn(open: (dialog: OpenDialog) => void): EntryActions {
  return {
    pay: ({ leaseId, id }) => open({ kind: 'payment', leaseId, chargeId: id }),
    cancel: (row, title) => open({ kind: 'cancel', row, title }),
    waive: (row, title) => open({ kind: 'waive', row, title }),
    reduce: ({ leaseId, periodFrom, periodTo }) =>
      periodFrom && periodTo && open({ kind: 'reduce', leaseId, period: { from: periodFrom, to: periodTo } }),
    revertWaiver: (row, title) => open({ kind: 'revertWaiver', row, title }),
    edit: (row) => open({ kind: 'edit', row }),
    undo: (row) => open({ kind: 'undo', row }),
    move: (row) => open({ kind: 'move', row }),
    reallocate: (row) => open({ kind: 'reallocate', row }),
    return: (row) => open({ kind: 'return', row }),
    revertReturn: (row) =>
      row.reversesPaymentId && open({ kind: 'revertReturn', row, paymentId: row.reversesPaymentId }),
  };
}

/** The dialog of what is being done; open as long as it is mounted. */
export function AccountDialog({
  dialog,
  leases,
  today,
  onClose,
}: {
  dialog: OpenDialog;
  leases: readonly { id: string; label: string }[];
  today: string;
  onClose: () => void;
}) {
  switch (dialog.kind) {
    case 'payment':
      return (
        <PaymentDialog
          leases={leases}
          leaseId={dialog.leaseId}
          chargeId={dialog.chargeId}
          onClose={onClose}
        />
      );
    case 'charge':
      return <PostChargeDialog leases={leases} today={today} onClose={onClose} />;
    case 'cancel':
      return <VoidChargeDialog chargeId={dialog.row.id} title={dialog.title} onClose={onClose} />;
    case 'revertWaiver':
      return (
        <RevertWaiverDialog
          waiverId={dialog.row.id}
          title={dialog.title}
          amountCents={dialog.row.creditCents}
          isReduction={reductionOf(dialog.row.basis) !== null}
          onClose={onClose}
        />
      );
    case 'reduce':
      return <ReduceRentDialog leaseId={dialog.leaseId} period={dialog.period} onClose={onClose} />;
    case 'waive':
      return (
        <WaiveChargeDialog
          chargeId={dialog.row.id}
          title={dialog.title}
          openCents={dialog.row.openCents ?? 0}
          onClose={onClose}
        />
      );
    case 'move':
      return <MovePaymentDialog row={dialog.row} onClose={onClose} />;
    case 'reallocate':
      return <ReallocatePaymentDialog paymentId={dialog.row.id} onClose={onClose} />;
    case 'revertReturn':
      return (
        <RevertReturnDialog
          paymentId={dialog.paymentId}
          amountCents={dialog.row.debitCents}
          returnedOn={dialog.row.on}
          onClose={onClose}
        />
      );
    case 'return':
      return (
        <ReturnPaymentDialog
          paymentId={dialog.row.id}
          amountCents={dialog.row.creditCents}
          paidOn={dialog.row.on}
          today={today}
          onClose={onClose}
        />
      );
    case 'refund':
      return <RefundDialog leases={leases} today={today} onClose={onClose} />;
    case 'edit':
      return <EditPaymentDialog paymentId={dialog.row.id} onClose={onClose} />;
    case 'undo':
      return (
        <UndoPaymentDialog
          paymentId={dialog.row.id}
          amountCents={dialog.row.creditCents}
          paidOn={dialog.row.on}
          onClose={onClose}
        />
      );
  }
}
