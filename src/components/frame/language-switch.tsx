'use client';

import { usePathname } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { loadMessages, wordOf } from '@/i18n/message-loader';
import { classNames } from '../class-names';

/**
 * The same page in the other language, whose words it brings along when somebody is about to choose it. A plain link with its language in the path, so that it works without
 * JavaScript: the proxy stores the choice and tidies the address.
 */
export function LanguageSwitch({ long = false, className }: { long?: boolean; className?: string }) {
  const t = useTranslations('Frame');
  const language = useLocale();
  const other = language === 'de' ? 'en' : 'de';
  const path = usePathname().replace(/^\/(en|de)(?=\/|$)/, '');
  const href = `/${other}${path}`;
  const [preview, setPreview] = useState<string | null>(null);
  const bringWords = () =>
    void loadMessages(other).then((words) => setPreview(wordOf(words, 'Site', 'title')));
  const shown = long ? t('otherLanguageName') : other.toUpperCase();
  return (
    <a
      href={href}
      hrefLang={other}
      lang={other}
      title={preview ?? undefined}
      onPointerEnter={bringWords}
      onFocus={bringWords}
      aria-label={`${shown}: ${t('otherLanguage')}`}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        window.location.assign(href + window.location.search + window.location.hash);
      }}
      className={classNames('button button--ghost button--sm text-muted', !long && 'px-2.5', className)}
    >
      {shown}
    </a>
  );
}
