'use client';

import { useTranslations } from 'next-intl';
import { useDisplayEntries } from '@/components/frame/use-display-entries';
import { historyIcon, logOutIcon, settingsIcon } from '@/components/icons';
import { Menu } from '@/components/menu';
import { showFailure } from '@/components/toast';
import { useErrorWords } from '@/i18n/error-words';
import { useGo } from '@/i18n/use-go';
import { signOut } from '../actions';
import { useLeave } from './use-leave';

/** Who is signed in, the way to the settings and to what was changed, how the pages are shown, and out. */
export function UserMenu({ name, email }: { name: string; email: string }) {
  const t = useTranslations('UserMenu');
  const frame = useTranslations('Frame');
  const words = useErrorWords();
  const go = useGo();
  const leave = useLeave();
  const display = useDisplayEntries();

  async function signOutHere() {
    try {
      await signOut();
      leave();
    } catch (error) {
      showFailure(words.failure(error));
    }
  }

  return (
    <Menu
      label={t('label', { name: name || email })}
      iconOnly
      triggerClassName="rounded-full"
      trigger={
        // Drawn by the style sheet: as text the initials would have to be part of the button's name.
        <span
          data-initials={initialsOf(name || email)}
          className="grid size-8 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-soft-foreground before:content-[attr(data-initials)]"
        />
      }
      groups={[
        [
          {
            id: 'settings',
            label: name || email,
            note: name ? email : undefined,
            icon: settingsIcon,
            onSelect: () => go('/dashboard/settings'),
          },
          {
            id: 'activity',
            label: frame('activity'),
            icon: historyIcon,
            onSelect: () => go('/dashboard/activity'),
          },
        ],
        display.languages,
        display.themes,
        [{ id: 'sign-out', label: t('signOut'), icon: logOutIcon, onSelect: () => void signOutHere() }],
      ]}
    />
  );
}

function initialsOf(name: string): string {
  const words = name.split(/[\s@._-]+/).filter((word) => /^\p{L}/u.test(word));
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => word?.slice(0, 1) ?? '',
  );
  return letters.join('').toUpperCase() || '·';
}
