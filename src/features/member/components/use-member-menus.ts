import { useTranslations } from 'next-intl';
import { logOutIcon, mailIcon, pencilIcon, trash2Icon } from '@/components/icons';
import type { MenuEntry } from '@/components/menu';
import { showFailure, showSuccess } from '@/components/toast';
import { invitedRoles, type MemberRole, memberRoles } from '@/domain/vocabulary';
import { useErrorWords } from '@/i18n/error-words';
import { trpc } from '@/trpc/client';
import type { Invitation, Member, Question } from './member-question';

/** What can be done with each member and invitation; what takes something away is asked first. */
export function useMemberMenus({
  isOwner,
  onQuestion,
  onHandOver,
}: {
  isOwner: boolean;
  onQuestion: (question: Question) => void;
  /** Told the link of an invitation that no mail brings. */
  onHandOver: (invitation: { email: string; link: string }) => void;
}) {
  const t = useTranslations('Members');
  const words = useErrorWords();
  const setRole = trpc.member.setRole.useMutation();
  const resend = trpc.member.resend.useMutation();

  async function attempt(work: () => Promise<void>) {
    try {
      await work();
    } catch (error) {
      showFailure(words.failure(error));
    }
  }

  const changeRole = (row: { id: string; version: number }, role: MemberRole) =>
    attempt(async () => {
      await setRole.mutateAsync({ id: row.id, version: row.version, role });
      showSuccess(t('roleChanged'));
    });

  function chooseRole(member: Member, role: MemberRole) {
    if (role === 'owner') return onQuestion({ kind: 'owner', member, role });
    if (member.isSelf) return onQuestion({ kind: 'stepDown', member, role });
    void changeRole(member, role);
  }

  const sendAgain = ({ id, version, email }: Invitation) =>
    attempt(async () => {
      const { link } = await resend.mutateAsync({ id, version });
      if (link === null) showSuccess(t('sent', { email }));
      else onHandOver({ email, link });
    });

  const menuOf = (member: Member): MenuEntry[][] => [
    isOwner
      ? memberRoles
          .filter((role) => role !== member.role)
          .map((role) => ({
            id: role,
            label: t('changeTo', { role }),
            note: t(`roleText.${role}`),
            icon: pencilIcon,
            onSelect: () => chooseRole(member, role),
          }))
      : [],
    member.isSelf
      ? [
          {
            id: 'leave',
            label: t('leave'),
            icon: logOutIcon,
            onSelect: () => onQuestion({ kind: 'leave', role: member.role }),
          },
        ]
      : isOwner
        ? [
            {
              id: 'remove',
              label: t('remove'),
              icon: trash2Icon,
              tone: 'danger',
              onSelect: () => onQuestion({ kind: 'remove', member, role: member.role }),
            },
          ]
        : [],
  ];

  const menuOfInvitation = (invitation: Invitation): MenuEntry[][] => [
    [
      {
        id: 'resend',
        label: t('resend'),
        icon: mailIcon,
        onSelect: () => void sendAgain(invitation),
      },
      ...invitedRoles
        .filter((role) => role !== invitation.role)
        .map((role) => ({
          id: role,
          label: t('changeTo', { role }),
          icon: pencilIcon,
          onSelect: () => void changeRole(invitation, role),
        })),
    ],
    [
      {
        id: 'withdraw',
        label: t('withdraw'),
        icon: trash2Icon,
        tone: 'danger',
        onSelect: () => onQuestion({ kind: 'withdraw', invitation }),
      },
    ],
  ];

  return { menuOf, menuOfInvitation };
}
