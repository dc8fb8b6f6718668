/** The tab a call comes from, so that it need not be told of its own change. */
export const tabHeaderName = 'x-hausbuch-tab';
