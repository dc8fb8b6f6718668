import type { LineKind } from '../statement.ts';

/** Kinds by the German transaction code (GVC), as the banks' common format notes list them. */
const kindOfCode: Record<string, LineKind> = {
  '104': 'direct_debit',
  '105': 'direct_debit',
  '107': 'direct_debit',
  '108': 'return',
  '109': 'return',
  '159': 'return',
  '116': 'transfer',
  '152': 'standing_order',
  '153': 'transfer',
  '166': 'transfer',
  '171': 'direct_debit',
  '177': 'transfer',
  '191': 'batch',
  '192': 'batch',
  '193': 'batch',
  '194': 'batch',
  '195': 'batch',
  '808': 'fee',
  '814': 'interest',
};
export const kindOfGvc = (code: string | null): LineKind => (code && kindOfCode[code]) || 'other';

/** By the words of a posting text (`Dauerauftrag`, `Lastschrift`, `Entgelt`), where a table has no code. */
export function kindOfWords(text: string): LineKind {
  if (/dauerauftr|standing order/i.test(text)) return 'standing_order';
  if (/lastschrift|basislastschrift|direct debit|abbuchung/i.test(text)) return 'direct_debit';
  if (/entgelt|gebühr|gebuehr|kontof(ü|ue)hrung|\bfees?\b|abschluss/i.test(text)) return 'fee';
  if (/zinsen|\binterest\b/i.test(text)) return 'interest';
  return /gutschr|(ü|ue)berw|transfer|eingang|ausgang|lohn|gehalt/i.test(text) ? 'transfer' : 'other';
}
