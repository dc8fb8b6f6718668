import type { LineKind } from '../statement.ts';

/** Kinds by the German transaction code (GVC): DFÜ-Abkommen, annex 3. Instant transfers have codes of their own. */
const kindOfCode: Record<string, LineKind> = {
  '104': 'direct_debit',
  '105': 'direct_debit',
  '107': 'direct_debit',
  '108': 'return',
  '109': 'return',
  '159': 'return',
  '160': 'return',
  '116': 'transfer',
  '117': 'standing_order',
  '118': 'transfer',
  '119': 'transfer',
  '152': 'standing_order',
  '153': 'transfer',
  '154': 'transfer',
  '155': 'transfer',
  '156': 'transfer',
  '157': 'transfer',
  '161': 'transfer',
  '162': 'transfer',
  '163': 'transfer',
  '164': 'transfer',
  '165': 'transfer',
  '166': 'transfer',
  '167': 'transfer',
  '168': 'transfer',
  '169': 'transfer',
  '171': 'direct_debit',
  '174': 'direct_debit',
  '177': 'transfer',
  '189': 'batch',
  '191': 'batch',
  '192': 'batch',
  '193': 'batch',
  '194': 'batch',
  '195': 'batch',
  '196': 'batch',
  '197': 'batch',
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
  return /gutschr|(ü|ue)berw|echtzeit|transfer|eingang|ausgang|lohn|gehalt/i.test(text)
    ? 'transfer'
    : 'other';
}
