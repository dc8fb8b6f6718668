/** How long an invitation can be accepted. */
export const invitationDays = 7;

/** So long an invitation nobody accepted is still shown as expired, to be sent again. The privacy page says so. */
export const LAPSED_INVITATION_DAYS = 30;
