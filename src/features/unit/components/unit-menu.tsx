import { useTranslations } from 'next-intl';
import { Icon } from '@/components/icon';
import {
  archiveIcon,
  archiveRestoreIcon,
  ellipsisIcon,
  fileTextIcon,
  keyRoundIcon,
  pencilIcon,
  rulerIcon,
  trash2Icon,
} from '@/components/icons';
import { Menu, type MenuEntry } from '@/components/menu';
import type { UnitRow } from './unit-state';

/** What is done with a unit in a dialog. */
export type UnitAction = 'edit' | 'period' | 'lease' | 'meters' | 'archive' | 'delete';

/** What can be done with a unit; what cannot, says why. */
export function UnitMenu({
  unit,
  canEdit,
  isLast,
  onOpen,
  onRestore,
}: {
  unit: UnitRow;
  canEdit: boolean;
  /** The only one in use that the property has. */
  isLast: boolean;
  onOpen: (what: UnitAction) => void;
  onRestore: () => void;
}) {
  const t = useTranslations('Unit');
  const refusal = useTranslations('Errors.unit');
  const open = (id: UnitAction, icon: string, label: string): MenuEntry => ({
    id,
    icon,
    label,
    onSelect: () => onOpen(id),
  });
  const unless = (reason: 'in_use' | 'last' | null, entry: MenuEntry): MenuEntry =>
    reason === null ? entry : { ...entry, disabled: true, note: refusal(reason) };
  const last = isLast ? 'last' : null;
  const isLet = unit.currentLease !== null || unit.upcomingLease !== null;
  const meters = open('meters', keyRoundIcon, t('meters'));
  const groups: MenuEntry[][] = [
    ...(unit.isSold ? [] : [[open('lease', fileTextIcon, t('newLease'))]]),
    [open('edit', pencilIcon, t('edit')), open('period', rulerIcon, t('changePeriod')), meters],
    [
      unless(isLet ? 'in_use' : last, open('archive', archiveIcon, t('archive'))),
      unless(unit.hasLeases ? 'in_use' : last, {
        ...open('delete', trash2Icon, t('delete')),
        tone: 'danger',
      }),
    ],
  ];
  const archived: MenuEntry[][] = [
    [{ id: 'restore', icon: archiveRestoreIcon, label: t('restore'), onSelect: onRestore }],
  ];
  return (
    <Menu
      label={t('actionsOf', { name: unit.name })}
      size="sm"
      iconOnly
      trigger={<Icon icon={ellipsisIcon} />}
      groups={canEdit ? (unit.archivedAt ? archived : groups) : [[meters]]}
    />
  );
}
