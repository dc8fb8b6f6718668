/** The tab a call comes from, so that it need not be told of its own change. */
export const tabHeaderName = 'x-hausbuch-tab';

/** The portfolio a tab shows: its calls go there, though another tab may have chosen another one since. */
export const portfolioHeaderName = 'x-hausbuch-portfolio';
