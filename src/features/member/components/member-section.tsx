'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { Dialog } from '@/components/dialog';
import { Icon } from '@/components/icon';
import { ellipsisIcon, logOutIcon, mailIcon, pencilIcon, trash2Icon, userPlusIcon } from '@/components/icons';
import { Menu, type MenuEntry } from '@/components/menu';
import { Section } from '@/components/section';
import { StatusChip } from '@/components/status-chip';
import { showFailure, showSuccess } from '@/components/toast';
import { invitedRoles, type MemberRole, memberRoles } from '@/domain/vocabulary';
import { useErrorWords } from '@/i18n/error-words';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { getPathname } from '@/i18n/navigation';
import { type CalendarDate, todayIn } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { InviteDialog, LinkToHandOver } from './invite-dialog';

type Listed = Outputs['member']['list'];
type Member = Listed['members'][number];
type Invitation = Listed['invitations'][number];

type Question =
  | { kind: 'remove' | 'owner' | 'stepDown'; member: Member; role: MemberRole }
  | { kind: 'withdraw'; invitation: Invitation }
  | { kind: 'leave' };

const nameOf = ({ name, email }: Pick<Member, 'name' | 'email'>) => name || email || '–';

/** Who works in the portfolio. Owners invite, change roles and remove; everybody may leave. */
export function MemberSection({
  portfolio,
  timeZone,
}: {
  portfolio: { id: string; name: string };
  timeZone: string;
}) {
  const t = useTranslations('Members');
  const labels = useTranslations('Labels');
  const words = useErrorWords();
  const formats = useFormats();
  const [{ role: ownRole, members, invitations }] = trpc.member.list.useSuspenseQuery();
  const setRole = trpc.member.setRole.useMutation();
  const resend = trpc.member.resend.useMutation();
  const [question, setQuestion] = useState<Question | null>(null);
  const [isInviting, setIsInviting] = useState(false);
  const [handOver, setHandOver] = useState<{ email: string; link: string } | null>(null);
  const isOwner = ownRole === 'owner';

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
    if (role === 'owner') return setQuestion({ kind: 'owner', member, role });
    if (member.isSelf) return setQuestion({ kind: 'stepDown', member, role });
    void changeRole(member, role);
  }

  const sendAgain = ({ id, version, email }: Invitation) =>
    attempt(async () => {
      const { link } = await resend.mutateAsync({ id, version });
      if (link === null) showSuccess(t('sent', { email }));
      else setHandOver({ email, link });
    });

  const memberEntries = (member: Member): MenuEntry[][] => [
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
      ? [{ id: 'leave', label: t('leave'), icon: logOutIcon, onSelect: () => setQuestion({ kind: 'leave' }) }]
      : isOwner
        ? [
            {
              id: 'remove',
              label: t('remove'),
              icon: trash2Icon,
              tone: 'danger',
              onSelect: () => setQuestion({ kind: 'remove', member, role: member.role }),
            },
          ]
        : [],
  ];

  const invitationEntries = (invitation: Invitation): MenuEntry[][] => [
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
        onSelect: () => setQuestion({ kind: 'withdraw', invitation }),
      },
    ],
  ];

  const dayOf = (at: Date): CalendarDate => todayIn(timeZone, at);

  return (
    <Section
      id="members"
      title={t('title')}
      description={t('text')}
      flush
      actions={
        isOwner && (
          <Button look="tertiary" size="sm" icon={userPlusIcon} onClick={() => setIsInviting(true)}>
            {t('invite')}
          </Button>
        )
      }
    >
      <ul className="divide-y divide-separator">
        {members.map((member) => (
          <Row
            key={member.id}
            name={nameOf(member)}
            note={member.name ? member.email : null}
            mark={member.isSelf ? t('you') : null}
            role={labels(`memberRole.${member.role}`)}
            actions={t('actionsOf', { name: nameOf(member) })}
            groups={memberEntries(member)}
          />
        ))}
        {invitations.map((invitation) => (
          <Row
            key={invitation.id}
            name={invitation.email}
            note={
              <StatusChip tone={invitation.isExpired ? 'warning' : 'accent'}>
                {invitation.isExpired || !invitation.expiresAt
                  ? t('expired')
                  : t('invited', { day: formatDate(dayOf(invitation.expiresAt), formats) })}
              </StatusChip>
            }
            mark={null}
            role={labels(`memberRole.${invitation.role}`)}
            actions={t('actionsOf', { name: invitation.email })}
            groups={invitationEntries(invitation)}
          />
        ))}
      </ul>
      <InviteDialog open={isInviting} onClose={() => setIsInviting(false)} />
      <Dialog open={handOver !== null} onOpenChange={() => setHandOver(null)} title={t('linkTitle')}>
        {handOver && <LinkToHandOver {...handOver} onClose={() => setHandOver(null)} />}
      </Dialog>
      {question && (
        <Ask
          question={question}
          portfolio={portfolio}
          close={() => setQuestion(null)}
          setRole={(input) => setRole.mutateAsync(input)}
        />
      )}
    </Section>
  );
}

function Row({
  name,
  note,
  mark,
  role,
  actions,
  groups,
}: {
  name: string;
  note: ReactNode;
  mark: string | null;
  role: string;
  actions: string;
  groups: MenuEntry[][];
}) {
  const offered = groups.filter((group) => group.length > 0);
  return (
    <li className="flex items-center justify-between gap-4 px-5 py-4 md:px-6">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <span className="min-w-0 break-words">{name}</span>
          {mark && <span className="text-xs font-normal text-muted">({mark})</span>}
        </p>
        {note && <div className="mt-0.5 text-sm break-words text-muted">{note}</div>}
      </div>
      <span className="shrink-0 text-sm text-muted">{role}</span>
      {offered.length > 0 ? (
        <Menu label={actions} size="sm" iconOnly trigger={<Icon icon={ellipsisIcon} />} groups={offered} />
      ) : (
        <span aria-hidden="true" className="w-8" />
      )}
    </li>
  );
}

function Ask({
  question,
  portfolio,
  close,
  setRole,
}: {
  question: Question;
  portfolio: { id: string; name: string };
  close: () => void;
  setRole: (input: { id: string; version: number; role: MemberRole }) => Promise<unknown>;
}) {
  const t = useTranslations('Members');
  const locale = useLocale();
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
          // A whole new page: nothing of the portfolio may stay in any list.
          window.location.assign(getPathname({ href: '/dashboard', locale }));
        }}
      >
        {t('leaveText')}
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
        {t('removeText', { name })}
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
        await run(() => setRole({ id, version, role }), t('roleChanged'));
        // What an owner is offered on every page is no longer offered.
        if (kind === 'stepDown') window.location.reload();
      }}
    >
      {t(kind === 'owner' ? 'ownerText' : 'stepDownText')}
    </ConfirmDialog>
  );
}
