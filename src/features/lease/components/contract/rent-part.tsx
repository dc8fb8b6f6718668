import { useTranslations } from 'next-intl';
import { useState } from 'react';
import AgreeRentForm from '@/features/rent/components/agree-rent-form';
import { CorrectPosted } from '@/features/rent/components/correct-posted';
import { EditRentForm } from '@/features/rent/components/edit-rent-form';
import IndexPart from '@/features/rent/components/index/index-part';
import type { Difference } from '@/features/rent/components/posted-differences';
import { StepsForm } from '@/features/rent/components/steps-form';
import type { Contract } from './contract';
import type { ContractPart } from './contract-dialog';

/** A new rent, steps, or another amount; booked months that differ then are corrected only when confirmed. */
export default function RentPart({
  lease,
  today,
  part,
  onDone,
}: {
  lease: Contract;
  today: string;
  part: ContractPart;
  onDone: () => void;
}) {
  const t = useTranslations('AgreeRent');
  const [differences, setDifferences] = useState<readonly Difference[]>([]);
  const follow = (found: readonly Difference[]) => (found.length > 0 ? setDifferences(found) : onDone());
  if (differences.length > 0) {
    return (
      <div className="flex flex-col gap-3">
        <h3 className="font-semibold">{t('differTitle')}</h3>
        <p className="text-sm text-muted">{t('differText')}</p>
        <CorrectPosted leaseId={lease.id} differences={differences} onClose={onDone} />
      </div>
    );
  }
  if (part.kind === 'index') {
    return <IndexPart leaseId={lease.id} today={today} onClose={onDone} onAgreed={follow} />;
  }
  if (part.kind === 'steps') return <StepsForm leaseId={lease.id} onClose={onDone} onAgreed={follow} />;
  if (part.kind === 'editRent') {
    return <EditRentForm leaseId={lease.id} rent={part.rent} onClose={onDone} onChanged={follow} />;
  }
  return <AgreeRentForm leaseId={lease.id} today={today} onClose={onDone} onAgreed={follow} />;
}
