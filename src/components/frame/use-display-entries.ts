import { useLocale, useTranslations } from 'next-intl';
import { addressIn } from '@/lib/language-path';
import { type Language, languageFacts, languages } from '@/lib/languages';
import { languagesIcon } from '../icons';
import type { MenuEntry } from '../menu';
import { chooseTheme, themeIcons, themes, useTheme } from './theme-switch';

/** A whole new page in another language: every word is another one. */
export function switchLanguage(to: Language): void {
  const { pathname, search, hash } = window.location;
  window.location.assign(addressIn(to, pathname) + search + hash);
}

/** How the pages are shown, for a menu: the other languages, and the colour schemes. */
export function useDisplayEntries(): { languages: MenuEntry[]; themes: MenuEntry[] } {
  const t = useTranslations('Frame');
  const locale = useLocale();
  const current = useTheme();
  return {
    languages: languages
      .filter((language) => language !== locale)
      .map((language) => ({
        id: `language-${language}`,
        icon: languagesIcon,
        label: languageFacts[language].name,
        onSelect: () => switchLanguage(language),
      })),
    themes: themes.map((theme) => ({
      id: `theme-${theme}`,
      icon: themeIcons[theme],
      label: t('theme', { theme: t(`themes.${theme}`) }),
      current: theme === current,
      onSelect: () => chooseTheme(theme),
    })),
  };
}
