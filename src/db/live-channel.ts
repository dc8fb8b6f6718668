/** The channel every change is announced on, by `recordAudit`, at the commit of its transaction. */
export const liveChannel = 'hausbuch_change';
