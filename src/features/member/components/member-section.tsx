'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { Icon } from '@/components/icon';
import { ellipsisIcon, userPlusIcon } from '@/components/icons';
import { Menu, type MenuEntry } from '@/components/menu';
import { Section } from '@/components/section';
import { StatusChip } from '@/components/status-chip';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { type CalendarDate, todayIn } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import { InviteDialog, LinkToHandOver } from './invite-dialog';
import { MemberQuestion, nameOf, type Question } from './member-question';
import { useMemberMenus } from './use-member-menus';

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
  const formats = useFormats();
  const [{ role: ownRole, members, invitations }] = trpc.member.list.useSuspenseQuery();
  const [question, setQuestion] = useState<Question | null>(null);
  const [isInviting, setIsInviting] = useState(false);
  const [handOver, setHandOver] = useState<{ email: string; link: string } | null>(null);
  const isOwner = ownRole === 'owner';
  const { menuOf, menuOfInvitation } = useMemberMenus({
    isOwner,
    onQuestion: setQuestion,
    onHandOver: setHandOver,
  });
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
            groups={menuOf(member)}
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
            groups={menuOfInvitation(invitation)}
          />
        ))}
      </ul>
      <InviteDialog open={isInviting} onClose={() => setIsInviting(false)} />
      <Dialog open={handOver !== null} onOpenChange={() => setHandOver(null)} title={t('linkTitle')}>
        {handOver && <LinkToHandOver {...handOver} onClose={() => setHandOver(null)} />}
      </Dialog>
      {question && (
        <MemberQuestion question={question} portfolio={portfolio} close={() => setQuestion(null)} />
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
