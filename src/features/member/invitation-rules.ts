/** How long an invitation can be accepted. */
export const invitationDays = 7;
