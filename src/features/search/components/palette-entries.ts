import { useTranslations } from 'next-intl';
import { useDisplayEntries } from '@/components/frame/use-display-entries';
import {
  banknoteIcon,
  building2Icon,
  chartColumnIcon,
  circleHelpIcon,
  clockIcon,
  coinsIcon,
  doorOpenIcon,
  fileTextIcon,
  historyIcon,
  landmarkIcon,
  layoutDashboardIcon,
  plusIcon,
  settingsIcon,
  sparklesIcon,
  userIcon,
  userPlusIcon,
  usersIcon,
} from '@/components/icons';
import type { MenuEntry } from '@/components/menu';
import { placeName } from '@/domain/names';
import type { MemberRole } from '@/domain/vocabulary';
import { useFormats } from '@/i18n/formats-provider';
import type { StaticPath } from '@/i18n/routing';
import { settingsFor, settingsPath } from '@/i18n/settings-pages';
import { useGo } from '@/i18n/use-go';
import { foldedText, searchWords } from '@/lib/search';
import type { Outputs } from '@/trpc/outputs';
import { type Goal, goals, type Shortcut } from './shortcuts';
import { useTenantHere } from './use-pay';

export type Entry = {
  id: string;
  icon: string;
  label: string;
  note?: string | undefined;
  keys?: string | undefined;
  run: () => void;
};
export type EntryGroup = { id: string; label: string; entries: Entry[] };

const entryOf = ({ id, icon = '', onSelect }: Pick<MenuEntry, 'id' | 'icon' | 'onSelect'>) => ({
  id,
  icon,
  run: onSelect,
});

/** The settings that somebody has: their page, and where on it. */
function useSettings(role: MemberRole): { href: StaticPath; anchor?: string; label: string }[] {
  const t = useTranslations('Settings');
  // By what people look for there.
  const exportTitle = useTranslations('DataSection')('exportTitle');
  const pages = settingsFor(role)
    // Nobody is hurried there.
    .filter((part) => part !== 'danger')
    .map((part) => ({
      href: settingsPath(part),
      label: part === 'data' ? exportTitle : t(`parts.${part}.title`),
    }));
  return [
    ...pages,
    { href: '/dashboard/settings/access', label: useTranslations('Access')('changePassword') },
    { href: '/dashboard/settings/access', anchor: 'factors', label: useTranslations('Factors')('title') },
    { href: '/dashboard/settings/access', anchor: 'sessions', label: useTranslations('Sessions')('title') },
    {
      href: '/dashboard/settings/landlords',
      anchor: 'accounts',
      label: useTranslations('BankAccounts')('title'),
    },
  ];
}

/** What can be done from anywhere, as far as its words fit what was typed. */
export function useActions({
  role,
  offered,
  onShortcut,
}: {
  role: MemberRole;
  offered: readonly Goal[];
  onShortcut: (shortcut: Shortcut) => void;
}): (text: string) => EntryGroup[] {
  const t = useTranslations('Search');
  const frame = useTranslations('Frame');
  const display = useDisplayEntries();
  const go = useGo();
  const shortcut = (icon: string, label: string, goal: Goal) => ({
    id: goal,
    icon,
    label,
    keys: t(`letters.${goal}`),
    run: () => onShortcut(goals[goal]),
  });
  const create = [
    shortcut(banknoteIcon, t('actions.payment'), 'newPayment'),
    shortcut(plusIcon, t('actions.property'), 'newProperty'),
    shortcut(userPlusIcon, t('actions.tenant'), 'newTenant'),
    shortcut(fileTextIcon, t('actions.lease'), 'newLease'),
    shortcut(coinsIcon, t('actions.booking'), 'newBooking'),
  ];
  const pages = [
    shortcut(layoutDashboardIcon, frame('today'), 'today'),
    shortcut(banknoteIcon, frame('rent'), 'rent'),
    shortcut(landmarkIcon, t('actions.bank'), 'bank'),
    shortcut(banknoteIcon, t('actions.debits'), 'debits'),
    shortcut(coinsIcon, t('actions.payouts'), 'payouts'),
    shortcut(building2Icon, frame('properties'), 'properties'),
    shortcut(usersIcon, frame('tenants'), 'tenants'),
    shortcut(clockIcon, t('actions.arrears'), 'arrears'),
    shortcut(fileTextIcon, frame('documents'), 'documents'),
    shortcut(chartColumnIcon, frame('year'), 'year'),
    shortcut(historyIcon, frame('activity'), 'activity'),
    shortcut(settingsIcon, frame('settings'), 'settings'),
  ];
  const isOffered = ({ id }: { id: Goal }) => offered.includes(id);
  const enter = {
    id: 'setup',
    icon: sparklesIcon,
    label: t('actions.setup'),
    run: () => go('/dashboard/setup'),
  };
  const setup = offered.includes('newProperty') ? [enter] : [];
  // Too many to be offered before anything is typed.
  const settings = useSettings(role).map(
    ({ href, anchor, label }): Entry => ({
      id: `settings-${label}`,
      icon: settingsIcon,
      label: `${frame('settings')}: ${label}`,
      run: () => go(href, anchor),
    }),
  );
  const tenantHere = useTenantHere();
  const tenantData = useTranslations('TenantData')('title');
  const asked: Entry[] =
    tenantHere === null || role === 'viewer'
      ? []
      : [
          {
            id: 'tenant-data',
            icon: userIcon,
            label: tenantData,
            run: () => go({ pathname: '/tenant/[id]/danger', params: { id: tenantHere } }, 'data'),
          },
        ];
  const change = [
    ...display.languages.map(({ label, ...entry }) => ({
      ...entryOf(entry),
      label: t('actions.language', { language: String(label) }),
    })),
    ...display.themes.map((entry) => ({ ...entryOf(entry), label: String(entry.label) })),
    {
      id: 'shortcuts',
      icon: circleHelpIcon,
      label: t('actions.shortcuts'),
      run: () => onShortcut('shortcuts'),
    },
  ];
  const isGerman = useFormats().citesGermanLaw ?? false;
  const taxReturn: Entry[] = isGerman
    ? [
        {
          id: 'tax',
          icon: chartColumnIcon,
          label: `${frame('year')}: ${t('actions.taxReturn')}`,
          run: () => go('/dashboard/year', 'tax'),
        },
      ]
    : [];
  const invoice: Entry[] = offered.includes('newBooking')
    ? [
        {
          id: 'invoice',
          icon: coinsIcon,
          label: t('actions.invoice'),
          run: () => onShortcut(goals.newBooking),
        },
      ]
    : [];
  const later = [...asked, ...invoice, ...taxReturn, ...settings];
  const groups: EntryGroup[] = [
    { id: 'create', label: t('groups.create'), entries: create.filter(isOffered) },
    { id: 'go', label: t('groups.go'), entries: [...pages.filter(isOffered), ...setup, ...later] },
    { id: 'change', label: t('groups.change'), entries: change },
  ];
  return (text) => {
    const words = searchWords(text);
    const fits = ({ label }: Entry) => {
      const folded = foldedText(label);
      return words.every((word) => folded.includes(word));
    };
    return groups.map((group) => ({
      ...group,
      entries: group.entries.filter(words.length === 0 ? (entry) => !later.includes(entry) : fits),
    }));
  };
}

/** What was found, each leading to its page; a document opens. */
export function useFoundEntries(
  onDocument: (document: { id: string; title: string }) => void,
): (found: Outputs['search']['find']) => EntryGroup[] {
  const t = useTranslations('Search');
  const labels = useTranslations('Labels');
  const categories = useTranslations('DocumentCategory');
  const go = useGo();
  const beside = (...parts: (string | null | false)[]) => parts.filter(Boolean).join(' · ') || undefined;
  const archived = (row: { isArchived: boolean }) => row.isArchived && t('archived');
  const toProperty = (id: string) => go({ pathname: '/property/[id]', params: { id } });
  const toStatements = (id: string) => go({ pathname: '/property/[id]/statement', params: { id } });
  const toTenant = (id: string) => go({ pathname: '/tenant/[id]', params: { id } });
  return ({ properties, units, tenants, documents }) => [
    {
      id: 'properties',
      label: t('groups.properties'),
      entries: properties.map((row) => ({
        id: row.id,
        icon: building2Icon,
        label: row.name,
        note: beside(labels(`propertyKind.${row.kind}`), row.city, archived(row)),
        run: () => toProperty(row.id),
      })),
    },
    {
      id: 'units',
      label: t('groups.units'),
      entries: units.map((row) => ({
        id: row.id,
        icon: doorOpenIcon,
        label: row.name,
        note: beside(row.propertyName, archived(row)),
        run: () => toProperty(row.propertyId),
      })),
    },
    {
      id: 'tenants',
      label: t('groups.tenants'),
      entries: tenants.map((row) => ({
        id: row.id,
        icon: userIcon,
        label: row.name,
        note: beside(row.home && placeName(row.home), row.email, archived(row)),
        run: () => toTenant(row.id),
      })),
    },
    {
      id: 'statements',
      label: t('groups.statements'),
      // Ids are of entries: a property is one already.
      entries: properties
        .filter((row) => !row.isArchived)
        .map((row) => ({
          id: `statements ${row.id}`,
          icon: fileTextIcon,
          label: t('statementsOf', { name: row.name }),
          note: beside(row.city),
          run: () => toStatements(row.id),
        })),
    },
    {
      id: 'documents',
      label: t('groups.documents'),
      entries: documents.map(({ id, title, category }) => ({
        id,
        icon: fileTextIcon,
        label: title,
        note: categories(category),
        run: () => onDocument({ id, title }),
      })),
    },
  ];
}
