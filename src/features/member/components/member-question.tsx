import { useLocale, useTranslations } from 'next-intl';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { showSuccess } from '@/components/toast';
import type { MemberRole } from '@/domain/vocabulary';
import { forgetLastPortfolio } from '@/features/portfolio/components/kept-last';
import { getPathname } from '@/i18n/navigation';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

type Listed = Outputs['member']['list'];
export type Member = Listed['members'][number];
export type Invitation = Listed['invitations'][number];

export type Question =
  | { kind: 'remove' | 'owner' | 'stepDown'; member: Member; role: MemberRole }
  | { kind: 'withdraw'; invitation: Invitation }
  | { kind: 'leave'; role: MemberRole };

export const nameOf = ({ name, email }: Pick<Member, 'name' | 'email'>) => name || email || '–';

/** What is asked before a member or an invitation goes, or somebody's rights do. */
export function MemberQuestion({
  question,
  portfolio,
  close,
}: {
  question: Question;
  portfolio: { id: string; name: string };
  close: () => void;
}) {
  const t = useTranslations('Members');
  const locale = useLocale();
  const setRole = trpc.member.setRole.useMutation();
  const remove = trpc.member.remove.useMutation();
  const leave = trpc.member.leave.useMutation();

  async function run(work: () => Promise<unknown>, done: string) {
    await work();
    showSuccess(done);
  }

  if (question.kind === 'leave') {
    return (
      <ConfirmDialog
        open
        onOpenChange={close}
        title={t('leaveQuestion', { portfolio: portfolio.name })}
        confirmLabel={t('leave')}
        confirm={async () => {
          await leave.mutateAsync({ portfolioId: portfolio.id });
          forgetLastPortfolio();
          // A whole new page: nothing of the portfolio may stay in any list.
          window.location.assign(getPathname({ href: '/dashboard', locale }));
        }}
      >
        {t('leaveText', { role: question.role })}
      </ConfirmDialog>
    );
  }
  if (question.kind === 'withdraw') {
    const { id, version, email } = question.invitation;
    return (
      <ConfirmDialog
        open
        onOpenChange={close}
        title={t('withdrawQuestion', { name: email })}
        confirmLabel={t('withdraw')}
        confirm={() => run(() => remove.mutateAsync({ id, version }), t('withdrawn'))}
      >
        {t('withdrawText')}
      </ConfirmDialog>
    );
  }
  const { member, role, kind } = question;
  const { id, version } = member;
  const name = nameOf(member);
  if (kind === 'remove') {
    return (
      <ConfirmDialog
        open
        onOpenChange={close}
        title={t('removeQuestion', { name })}
        confirmLabel={t('remove')}
        confirm={() => run(() => remove.mutateAsync({ id, version }), t('removed'))}
      >
        {t('removeText', { name, role: member.role })}
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      tone="primary"
      title={kind === 'owner' ? t('ownerQuestion', { name }) : t('stepDownQuestion')}
      confirmLabel={t(kind === 'owner' ? 'makeOwner' : 'stepDown')}
      confirm={async () => {
        await run(() => setRole.mutateAsync({ id, version, role }), t('roleChanged'));
        // What an owner is offered on every page is no longer offered.
        if (kind === 'stepDown') window.location.reload();
      }}
    >
      {t(kind === 'owner' ? 'ownerText' : 'stepDownText')}
    </ConfirmDialog>
  );
}
