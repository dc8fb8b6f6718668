import type { Letter } from '@/domain/letter';
import { type Printed, renderHandover } from '@/features/handover/handover-pdf';
import { printWords } from '@/features/handover/print-words';
import { renderStatement } from '@/features/rent-account/statement-pdf';
import { type Statement, statementWords } from '@/features/rent-account/statement-words';
import type { UserFormats } from '@/i18n/formats';
import { renderLetter } from './letter-pdf';
import { keepsItsPromise } from './png-promise';

/** What is printed, as plain data: it travels to a process of its own. */
export type Paper =
  | { kind: 'statement'; statement: Statement; formats: UserFormats; issuer: string }
  | ({ kind: 'handover'; formats: UserFormats } & Omit<Printed, 'words'>)
  | { kind: 'letter'; letter: Letter };

/** The paper as a PDF. Sets a processor to work for a second or more: see `printer.ts`. */
export async function render(paper: Paper): Promise<Uint8Array> {
  switch (paper.kind) {
    case 'statement':
      return renderStatement({ ...paper, words: await statementWords(paper.formats) });
    case 'handover':
      return renderHandover({ ...(await withHonestPhotos(paper)), words: await printWords(paper.formats) });
    case 'letter':
      return renderLetter(paper.letter);
  }
}

/** Pictures that would fill more memory than they say are named with those that find no room. */
async function withHonestPhotos<P extends Pick<Printed, 'photos' | 'leftOut'>>(paper: P): Promise<P> {
  const photos: Printed['photos'][number][] = [];
  const leftOut = [...paper.leftOut];
  for (const photo of paper.photos) {
    // A picture crosses into this process as plain bytes.
    if (photo.format === 'jpg' || (await keepsItsPromise(Buffer.from(photo.bytes)))) photos.push(photo);
    else leftOut.push(photo.name);
  }
  return { ...paper, photos, leftOut };
}
