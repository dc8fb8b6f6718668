import { z } from 'zod';
import { pathIn } from '../language-path.ts';
import { defaultLanguage, type Language, languages } from '../languages.ts';

const pairsOf = (text: string) =>
  text
    .split(/[\s,]+/)
    .filter((pair) => pair !== '')
    .map((pair): [string, string] => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)];
    });

const ownPath = z.string().regex(/^\/(?![/\\])\S*$/, 'must be a path such as /dashboard');

/** `hausbuch.de=de, hausbuch.com=en`: the language a host speaks to who has not chosen one. */
export const languageHosts = z
  .string()
  .transform(pairsOf)
  .pipe(
    z.array(
      z.tuple([z.string().min(1), z.enum(languages)], 'must look like hausbuch.de=de, hausbuch.com=en'),
    ),
  )
  .transform((pairs) => new Map(pairs));

/** Where `/` leads. */
export const rootRedirect = ownPath;

/** `/old=/new, /forum=https://forum.example`: paths that lead elsewhere. */
export const redirects = z
  .string()
  .transform(pairsOf)
  .pipe(
    z.array(
      z.tuple([ownPath, z.union([ownPath, z.url({ protocol: /^https?$/ })])]),
      'must look like /old=/new, /forum=https://forum.example',
    ),
  )
  .transform((pairs) => new Map(pairs));

export type SiteRules = {
  languageHosts: ReadonlyMap<string, Language>;
  rootRedirect: string | undefined;
  redirects: ReadonlyMap<string, string>;
};

type Visit = {
  pathname: string;
  /** As the browser addressed us, with or without a port. */
  host: string | null;
  /** A language has been chosen before. */
  hasChosen: boolean;
};

/** Where a configured rule sends a visit, or null. Another site's address is loaded as a page of its own. */
export function redirectOf({ pathname, host, hasChosen }: Visit, rules: SiteRules): string | null {
  const spoken = hasChosen ? undefined : rules.languageHosts.get((host ?? '').replace(/:\d+$/, ''));
  const language = spoken ?? defaultLanguage;
  if (pathname === '/' && rules.rootRedirect !== undefined && rules.rootRedirect !== '/') {
    return pathIn(language, rules.rootRedirect);
  }
  if (pathname === '/' && language !== defaultLanguage) return pathIn(language, '/');
  return rules.redirects.get(pathname) ?? null;
}
