/** Cookie that remembers a chosen colour scheme; without it the system's choice holds. */
export const THEME_COOKIE = 'hausbuch-theme';

/** Long enough for every section to have had its turn; see `.page-section`. */
const FRESH_MS = 12_000;

/**
 * Runs before the first paint, so that a chosen scheme never flashes; and marks a page that is opened at its top,
 * not at a place to be kept. Exported whole for its CSP hash.
 */
export const THEME_SCRIPT = `var r=document.documentElement.dataset,m=document.cookie.match(/(?:^|; )${THEME_COOKIE}=(light|dark)/),n=performance.getEntriesByType("navigation")[0];if(m)r.theme=m[1];if(n&&n.type=="navigate"&&!location.hash){r.fresh="";setTimeout(function(){delete r.fresh},${FRESH_MS})}`;

export function ThemeScript() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours; a file would come too late
  return <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />;
}
