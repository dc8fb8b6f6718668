import type { Language } from '@/domain/vocabulary';
import { type Printed, renderHandover } from '@/features/handover/handover-pdf';
import { printWords } from '@/features/handover/print-words';
import type { IndexLetterWords } from '@/features/rent/index-letter';
import { renderIndexLetter } from '@/features/rent/index-letter-pdf';
import { renderStatement } from '@/features/rent-account/statement-pdf';
import { type Statement, statementWords } from '@/features/rent-account/statement-words';
import type { UserFormats } from '@/i18n/formats';

/** What is printed, as plain data: it travels to a process of its own. */
export type Paper =
  | { kind: 'statement'; statement: Statement; formats: UserFormats; issuer: string }
  | ({ kind: 'handover'; formats: UserFormats } & Omit<Printed, 'words'>)
  | { kind: 'indexLetter'; words: IndexLetterWords; language: Language };

/** The paper as a PDF, A4. Sets a processor to work for a second or more: see `printer.ts`. */
export async function render(paper: Paper): Promise<Uint8Array> {
  switch (paper.kind) {
    case 'statement':
      return renderStatement({ ...paper, words: await statementWords(paper.formats) });
    case 'handover':
      return renderHandover({ ...paper, words: await printWords(paper.formats) });
    case 'indexLetter':
      return renderIndexLetter(paper.words, paper.language);
  }
}
