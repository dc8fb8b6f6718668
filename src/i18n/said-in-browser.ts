import type { Messages } from 'next-intl';

/** What only the server says: of papers and mails, and of the pages for visitors, which carry their own words. */
const onServer: readonly (keyof Messages)[] = [
  ...(['Server', 'LetterTexts', 'CostStatementLetter', 'SecurityMail'] as const),
  ...(['Home', 'What', 'About', 'Privacy', 'Imprint', 'Contact'] as const),
];

/** Whether the words of a namespace come to the signed-in pages. */
export const isSaidInBrowser = (namespace: string): boolean => !onServer.some((one) => one === namespace);
