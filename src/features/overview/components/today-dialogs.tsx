import { lazyDialog } from '@/components/lazy-dialog';
import { partiesOf } from '@/features/rent/components/parties';

const PaymentDialog = lazyDialog(
  async () => (await import('@/features/rent-account/components/payment-dialog')).PaymentDialog,
);
const PayOverdueDialog = lazyDialog(
  async () => (await import('@/features/rent/components/pay-overdue-dialog')).PayOverdueDialog,
);
const RenewLeaseDialog = lazyDialog(
  async () => (await import('@/features/lease/components/renew-lease-dialog')).RenewLeaseDialog,
);
const FollowUpDialog = lazyDialog(
  async () => (await import('@/features/lease/components/follow-up-dialog')).FollowUpDialog,
);
const LeaseDialog = lazyDialog(
  async () => (await import('@/features/lease/components/lease-dialog')).LeaseDialog,
);
const NewHandoverDialog = lazyDialog(
  async () => (await import('@/features/handover/components/new-handover-dialog')).NewHandoverDialog,
);
const EditDocumentDialog = lazyDialog(
  async () => (await import('@/features/document/components/edit-document-dialog')).EditDocumentDialog,
);

const RefundDialog = lazyDialog(
  async () => (await import('@/features/rent-account/components/refund-dialog')).RefundDialog,
);

type Endable = { id: string; version: number; endsOn: string; noticeGivenOn: string | null };

/** What is being done, in a dialog. */
export type Doing =
  | {
      kind: 'payment';
      leaseId: string;
      tenants: readonly { name: string }[];
      unitNames: readonly string[];
    }
  | { kind: 'several'; leaseId: string; dueThrough: string }
  | { kind: 'renew'; lease: Endable }
  | { kind: 'followUp'; leaseId: string }
  | { kind: 'let'; propertyId: string; unitId: string; from: string }
  | { kind: 'handover'; leaseId: string; units: readonly { id: string; name: string }[] }
  | { kind: 'paper'; documentId: string }
  | { kind: 'refund'; leaseId: string; cents: number; tenants: readonly { name: string }[]; today: string };

/** The dialog of a row; it outlives the row, which leaves the list once it is done. */
export function TodayDialog({ doing, onDo }: { doing: Doing; onDo: (doing: Doing | null) => void }) {
  const close = () => onDo(null);
  switch (doing.kind) {
    case 'payment':
      return (
        <PaymentDialog
          leases={[{ id: doing.leaseId, label: partiesOf(doing) }]}
          leaseId={doing.leaseId}
          onClose={close}
        />
      );
    case 'several': {
      const { leaseId, dueThrough } = doing;
      return <PayOverdueDialog propertyId={null} {...{ leaseId, dueThrough }} onClose={close} />;
    }
    case 'renew':
      return (
        <RenewLeaseDialog
          lease={doing.lease}
          onClose={close}
          onFollowUp={() => onDo({ kind: 'followUp', leaseId: doing.lease.id })}
        />
      );
    case 'followUp':
      return <FollowUpDialog leaseId={doing.leaseId} onClose={close} />;
    case 'let':
      return (
        <LeaseDialog
          propertyId={doing.propertyId}
          unitId={doing.unitId}
          within={{ from: doing.from, to: null }}
          onDone={close}
        />
      );
    case 'handover':
      return (
        <NewHandoverDialog
          leaseId={doing.leaseId}
          state="upcoming"
          units={[...doing.units]}
          onClose={close}
        />
      );
    case 'paper':
      return <EditDocumentDialog id={doing.documentId} onClose={close} />;
    case 'refund':
      return (
        <RefundDialog
          leases={[{ id: doing.leaseId, label: partiesOf({ ...doing, unitNames: [] }) }]}
          proposedCents={doing.cents}
          today={doing.today}
          onClose={close}
        />
      );
  }
}
