import { ANCHOR_SCRIPT } from './frame/old-anchors';

/** Cookie that remembers a chosen colour scheme; without it the system's choice holds. */
export const THEME_COOKIE = 'hausbuch-theme';

/** Long enough for every section to have had its turn; see `.page-section`. */
const FRESH_MS = 12_000;

/**
 * Runs before the first paint, so that a chosen scheme never flashes; and marks a page that is opened at its top,
 * not at a place to be kept.
 */
export const THEME_SCRIPT = `var r=document.documentElement.dataset,m=document.cookie.match(/(?:^|; )${THEME_COOKIE}=(light|dark)/),n=performance.getEntriesByType("navigation")[0];if(m)r.theme=m[1];if(n&&n.type=="navigate"&&!location.hash){r.fresh="";setTimeout(function(){delete r.fresh},${FRESH_MS})}`;

/** What runs before the first paint of every page. */
export const headScripts = [THEME_SCRIPT, ANCHOR_SCRIPT] as const;

export function HeadScripts() {
  return headScripts.map((script) => (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours; a file would come too late
    <script key={script} dangerouslySetInnerHTML={{ __html: script }} />
  ));
}
