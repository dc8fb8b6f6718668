/** The tab a call comes from, so that it need not be told of its own change. */
export const tabHeaderName = 'x-hausbuch-tab';

/**
 * Names what a call has changed, each by its entity, separated by spaces; empty where nothing was. An answer
 * without it does not come from the procedures: whether anything was changed is unknown then.
 */
export const changedHeaderName = 'x-hausbuch-changed';

/** The portfolio a tab shows: its calls go there, though another tab may have chosen another one since. */
export const portfolioHeaderName = 'x-hausbuch-portfolio';
