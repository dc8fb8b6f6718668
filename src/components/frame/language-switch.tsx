'use client';

import { usePathname } from 'next/navigation';
import { useLocale } from 'next-intl';
import { useState } from 'react';
import { loadMessages, wordOf } from '@/i18n/message-loader';
import { addressIn } from '@/lib/language-path';
import { type Language, languageFacts, languages } from '@/lib/languages';
import { classNames } from '../class-names';

/**
 * The same page in the other language; of several, a list that opens. Plain links with their language in the path,
 * so that they work without JavaScript: the proxy stores the choice and tidies the address.
 */
export function LanguageSwitch({ long = false, className }: { long?: boolean; className?: string }) {
  const language = useLocale();
  const others = languages.filter((other) => other !== language);
  const [only] = others;
  if (long) {
    return (
      <div className={classNames('flex flex-wrap', className)}>
        {others.map((other) => (
          <LanguageLink key={other} to={other} long />
        ))}
      </div>
    );
  }
  if (others.length <= 1)
    return only && <LanguageLink to={only} className={classNames('px-2.5', className)} />;
  return (
    <details className={classNames('site-menu relative', className)}>
      <summary
        className="button button--ghost button--sm px-2.5 text-muted"
        aria-label={`${shortName(language)}: ${languageFacts[language].name}`}
      >
        {shortName(language)}
      </summary>
      <div className="absolute end-0 top-full mt-2 grid max-h-80 w-max overflow-y-auto rounded-xl bg-overlay p-2 shadow-overlay">
        {others.map((other) => (
          <LanguageLink key={other} to={other} long className="justify-start" />
        ))}
      </div>
    </details>
  );
}

const shortName = (language: Language) => language.split('-', 1).join('').toUpperCase();

/** Brings the words of its language along when somebody is about to choose it, and shows one of them. */
function LanguageLink({ to, long = false, className }: { to: Language; long?: boolean; className?: string }) {
  const href = addressIn(to, usePathname());
  const [preview, setPreview] = useState<string | null>(null);
  const bringWords = () => void loadMessages(to).then((words) => setPreview(wordOf(words, 'Site', 'title')));
  const { name } = languageFacts[to];
  return (
    <a
      href={href}
      hrefLang={to}
      lang={to}
      title={preview ?? undefined}
      onPointerEnter={bringWords}
      onFocus={bringWords}
      aria-label={long ? undefined : `${shortName(to)}: ${name}`}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        window.location.assign(href + window.location.search + window.location.hash);
      }}
      className={classNames('button button--ghost button--sm text-muted', className)}
    >
      {long ? name : shortName(to)}
    </a>
  );
}
