import { useTranslations } from 'next-intl';
import { Notice } from '@/components/notice';
import { useErrorWords } from '@/i18n/error-words';
import { trpc } from '@/trpc/client';
import { HandoverList } from './handover-list';

/** The records of every hand-over of a unit. */
export function UnitHandovers({ unitId, canEdit }: { unitId: string; canEdit: boolean }) {
  const t = useTranslations('Handover');
  const words = useErrorWords();
  const handovers = trpc.handover.list.useQuery({ unitId });
  return (
    <section aria-label={t('listTitle')} className="flex flex-col gap-3">
      <h3 className="font-semibold">{t('listTitle')}</h3>
      {handovers.error && <Notice tone="danger">{words.failure(handovers.error)}</Notice>}
      {handovers.data?.length === 0 && <p className="text-sm text-muted">{t('noneOfUnit')}</p>}
      {handovers.data && <HandoverList rows={handovers.data} canEdit={canEdit} />}
    </section>
  );
}
