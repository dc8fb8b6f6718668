'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useSyncExternalStore } from 'react';
import { Button } from '../button';
import { THEME_COOKIE } from '../head-scripts';
import { monitorIcon, moonIcon, sunIcon } from '../icons';

export const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

export const themeIcons: Record<Theme, string> = { system: monitorIcon, light: sunIcon, dark: moonIcon };
const YEAR_SECONDS = 60 * 60 * 24 * 365;

function readTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return themes.find((theme) => theme === chosen) ?? 'system';
}

/** An error page is drawn in the browser, where the script in the head does not run. */
function restoreTheme() {
  const chosen = new RegExp(`(?:^|; )${THEME_COOKIE}=(light|dark)`).exec(document.cookie)?.[1];
  if (chosen && !document.documentElement.dataset.theme) document.documentElement.dataset.theme = chosen;
}

function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

export function chooseTheme(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const maxAge = theme === 'system' ? 0 : YEAR_SECONDS;
  // biome-ignore lint/suspicious/noDocumentCookie: Safari has had the Cookie Store API for too short a time
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${maxAge}; samesite=lax`;
}

/** The scheme that is chosen; as the system until the browser says otherwise. */
export function useTheme(): Theme {
  useEffect(restoreTheme, []);
  return useSyncExternalStore<Theme>(watchTheme, readTheme, () => 'system');
}

/** System, light, dark, and round again. */
export function ThemeSwitch() {
  const t = useTranslations('Frame');
  const theme = useTheme();
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
  return (
    <Button
      look="ghost"
      size="sm"
      iconOnly
      icon={themeIcons[theme]}
      aria-label={t('theme', { theme: t(`themes.${theme}`) })}
      title={t('theme', { theme: t(`themes.${theme}`) })}
      onClick={() => chooseTheme(next)}
      className="text-muted"
    />
  );
}
