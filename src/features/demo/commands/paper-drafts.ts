import type * as schema from '../../../db/schema/index.ts';
import type { DocumentCategory } from '../../../domain/vocabulary.ts';
import type { CalendarDate } from '../../../lib/calendar.ts';
import type { Paper } from './paper-pdf.ts';

export type DocumentRows = {
  document: (typeof schema.document.$inferInsert)[];
  documentVersion: (typeof schema.documentVersion.$inferInsert)[];
  documentLink: (typeof schema.documentLink.$inferInsert)[];
};

type Target = Partial<Pick<DocumentRows['documentLink'][number], LinkColumn>>;
type LinkColumn = 'propertyId' | 'unitId' | 'tenantId' | 'leaseId' | 'transactionId' | 'handoverId';

/** A paper before it is printed, or a picture, and what it belongs to. */
export type Draft = {
  title: string;
  category: DocumentCategory;
  on: CalendarDate;
  validUntil?: CalendarDate | null;
  targets: Target[];
} & (
  | { paper: Omit<Paper, 'language' | 'sheet' | 'foot'> }
  | { picture: 'facade.png' | 'floor-plan.png' | 'meter.jpg' }
);

/** A row the story must have written. */
export function found<Row>(
  rows: readonly Row[],
  what: string,
  is: (row: Row) => boolean,
): Row & { id: string } {
  const row = rows.find(is);
  if (!row || typeof row !== 'object' || !('id' in row) || typeof row.id !== 'string') {
    throw new Error(`The demo has no ${what}.`);
  }
  return { ...row, id: row.id };
}
