/**
 * Any path nobody knows, in the site's own frame and the language of the path. `src/proxy.ts` answers 404, and of an
 * answer with that status Next takes the title from `not-found`, never from the page.
 */
export { default } from '../not-found';
