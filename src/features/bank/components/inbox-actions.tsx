import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { Icon } from '@/components/icon';
import {
  banIcon,
  checkIcon,
  ellipsisIcon,
  eyeOffIcon,
  receiptTextIcon,
  userIcon,
  usersIcon,
} from '@/components/icons';
import { Menu } from '@/components/menu';
import { useFormats } from '@/i18n/formats-provider';
import type { WaitingLine } from './proposal';

type Does = {
  onAccept: () => void;
  onLeaveOut: (forGood: boolean) => void;
  onAssign: () => void;
  onBook: () => void;
  onSplit: () => void;
};

/** What can be done with a line, the likeliest first: all of it where there is room, on a phone the first and a menu. */
export function InboxActions({
  line,
  canAccept,
  isPending,
  words,
  onAccept,
  ...does
}: {
  line: WaitingLine;
  canAccept: boolean;
  isPending: boolean;
  /** Of the line, for those who cannot see it. */
  words: { name: string; amount: string };
} & Does) {
  const t = useTranslations('Bank');
  const isForeign = line.currency !== useFormats().currency;
  const actions = useActions(line, isForeign, words, does);
  return (
    <div className="flex flex-wrap items-center md:min-w-52 md:flex-col md:flex-nowrap md:items-stretch md:gap-1">
      {canAccept && (
        <Button
          size="sm"
          look={line.match.grade === 'certain' ? 'primary' : 'secondary'}
          icon={checkIcon}
          pending={isPending}
          aria-label={t('acceptOf', words)}
          onClick={onAccept}
        >
          {t('accept')}
        </Button>
      )}
      {isForeign && <p className="text-sm text-muted">{t('otherCurrency', { currency: line.currency })}</p>}
      {actions.map(({ id, icon, name, label, onSelect }, at) => (
        <Button
          key={id}
          size="sm"
          look="ghost"
          icon={icon}
          aria-label={name}
          className={at > 0 ? 'max-md:hidden' : undefined}
          onClick={onSelect}
        >
          {label}
        </Button>
      ))}
      {actions.length > 1 && (
        <Menu
          label={t('moreOf', words)}
          size="sm"
          iconOnly
          trigger={<Icon icon={ellipsisIcon} />}
          triggerClassName="ms-auto md:hidden"
          groups={[actions.slice(1)]}
        />
      )}
    </div>
  );
}

function useActions(
  line: WaitingLine,
  isForeign: boolean,
  words: { name: string; amount: string },
  { onLeaveOut, onAssign, onBook, onSplit }: Omit<Does, 'onAccept'>,
) {
  const t = useTranslations('Bank');
  const isIncome = line.amountCents > 0;
  const book = isIncome ? 'bookIncome' : 'bookExpense';
  const assign = {
    ...{ id: 'assign', icon: userIcon, onSelect: onAssign },
    ...{ label: t('assign'), name: t('assignOf', words) },
  };
  const split = {
    ...{ id: 'split', icon: usersIcon, onSelect: onSplit },
    ...{ label: t('split'), name: t('splitOf', words) },
  };
  const booking = {
    ...{ id: 'book', icon: receiptTextIcon, onSelect: onBook },
    ...{ label: t(book), name: t(`${book}Of`, words) },
  };
  const leaveOut = {
    ...{ id: 'leave-out', icon: eyeOffIcon, onSelect: () => onLeaveOut(false) },
    ...{ label: t('leaveOut'), name: t('leaveOutOf', words) },
  };
  const forGood = {
    ...{ id: 'for-good', icon: banIcon, onSelect: () => onLeaveOut(true) },
    ...{ label: t('forGoodShort'), name: `${t('forGood')}: ${words.name}` },
  };
  return [
    ...(isForeign ? [] : isIncome ? [assign, split, booking] : [booking, assign]),
    leaveOut,
    ...(line.account !== null || line.name !== null ? [forGood] : []),
  ];
}
