'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { pencilIcon } from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import { Section } from '@/components/section';
import { StatusChip } from '@/components/status-chip';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { useCategoryName } from '../../category/components/category-words';

const AgreementDialog = lazyDialog(async () => (await import('./agreement-dialog')).AgreementDialog);

export type Agreement = Outputs['costAgreement']['get'];
export type Whose = { propertyId: string; leaseId: null } | { propertyId: null; leaseId: string };

/** Which operating costs the contract of a lease passes on, or those of a whole property, and the way to change it. */
export function AgreementSection({ whose, canEdit }: { whose: Whose; canEdit: boolean }) {
  const t = useTranslations('CostAgreement');
  const keys = useTranslations('Labels.distributionKey');
  const kindName = useKindName();
  const [agreement] = trpc.costAgreement.get.useSuspenseQuery(whose);
  const [isOpen, setOpen] = useState(false);
  const { own, rule, isRuleSaid, isGerman, kinds, settles } = agreement;
  const said = own ?? rule;
  const named = kinds.flatMap((kind) => {
    const one = said.named.find(({ categoryId }) => categoryId === kind.id);
    return one ? [{ ...kind, key: one.key }] : [];
  });
  return (
    <Section
      id="operating-costs"
      title={t(whose.leaseId === null ? 'propertyTitle' : 'title')}
      description={whose.leaseId === null ? t('propertyText') : undefined}
      actions={
        canEdit && (
          <Button
            look="ghost"
            size="sm"
            icon={pencilIcon}
            className="text-muted"
            onClick={() => setOpen(true)}
          >
            {t('edit')}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {t(scopeOf(said, agreement, whose))}
          {settles && !own && whose.leaseId !== null && (
            <StatusChip>{t(isRuleSaid ? 'ofProperty' : 'ofLaw')}</StatusChip>
          )}
        </p>
        {named.length > 0 ? (
          <div>
            <p className="text-muted">{t(said.agreesAll ? 'named' : 'namedOnly')}</p>
            <ul className="mt-1 grid gap-1">
              {named.map((kind) => (
                <li key={kind.id}>
                  {kindName(kind, isGerman)}
                  {kind.key && <span className="text-muted"> · {keys(kind.key)}</span>}
                </li>
              ))}
            </ul>
          </div>
        ) : (
          !said.agreesAll && <p className="text-muted">{t('nothing')}</p>
        )}
      </div>
      {isOpen && <AgreementDialog agreement={agreement} whose={whose} onClose={() => setOpen(false)} />}
    </Section>
  );
}

/** What is agreed on as a whole. Where nobody has said anything, the rent tells: without an advance it has the costs in it. */
function scopeOf(
  said: Agreement['rule'],
  { own, isRuleSaid, isGerman, settles, hasLumpSum }: Agreement,
  whose: Whose,
) {
  if (!settles && !own) return hasLumpSum ? 'byLumpSum' : 'inRent';
  if (!said.agreesAll) return 'onlyNamed';
  if (isGerman) return 'allGerman';
  return whose.leaseId === null && !own && !isRuleSaid ? 'allOfAdvance' : 'all';
}

/** What a kind of cost is called, in Germany with its number in § 2 BetrKV. */
export function useKindName() {
  const t = useTranslations('CostAgreement');
  const nameOf = useCategoryName();
  return (kind: Agreement['kinds'][number], isGerman: boolean): string => {
    const { betrkvNo } = kind;
    const words = nameOf(kind);
    return isGerman && betrkvNo !== null ? t('numbered', { kind: words, no: String(betrkvNo) }) : words;
  };
}
