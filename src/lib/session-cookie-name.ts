/** One name in browser and server: derived from the URL's host it would differ between the two. */
export const authCookieName = 'hausbuch-auth';
