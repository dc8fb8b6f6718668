/** The formats of days and numbers a user may choose; `i18n/formats.ts` writes by them. */
export const dateFormats = ['dd.mm.yyyy', 'mm/dd/yyyy', 'dd/mm/yyyy', 'yyyy-mm-dd'] as const;
export type DateFormat = (typeof dateFormats)[number];

export const numberFormats = ['de', 'en', 'ch', 'fr'] as const;
export type NumberFormat = (typeof numberFormats)[number];
