import { authCookieName } from '@/lib/session-cookie-name';
import { EARLY_SCRIPT } from './frame/early-input';
import { ANCHOR_SCRIPT } from './frame/old-anchors';

/** Cookie that remembers a chosen colour scheme; without it the system's choice holds. */
export const THEME_COOKIE = 'hausbuch-theme';

/** Runs before the first paint, so that a chosen scheme never flashes. */
const THEME_SCRIPT = `var m=document.cookie.match(/(?:^|; )${THEME_COOKIE}=(light|dark)/);if(m)document.documentElement.dataset.theme=m[1]`;

/** Pages for visitors are the same file for everybody: what is for those who are signed in is shown by the style sheet. */
const SIGNED_IN_SCRIPT = `if(/(?:^|; )${authCookieName}(?:\\.\\d+)?=./.test(document.cookie))document.documentElement.dataset.signedIn=""`;

/** What runs before the first paint of every page; exported whole for its CSP hash. */
export const headScripts = [THEME_SCRIPT, ANCHOR_SCRIPT, SIGNED_IN_SCRIPT, EARLY_SCRIPT] as const;

export function HeadScripts() {
  return headScripts.map((script) => (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours; a file would come too late
    <script key={script} dangerouslySetInnerHTML={{ __html: script }} />
  ));
}
