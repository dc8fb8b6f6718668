/** Cookie that remembers a chosen colour scheme; without it the system's choice holds. */
export const THEME_COOKIE = 'hausbuch-theme';

/** Runs before the first paint, so that a chosen scheme never flashes. Exported whole for its CSP hash. */
export const THEME_SCRIPT = `var m=document.cookie.match(/(?:^|; )${THEME_COOKIE}=(light|dark)/);if(m)document.documentElement.dataset.theme=m[1]`;

export function ThemeScript() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours; a file would come too late
  return <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />;
}
