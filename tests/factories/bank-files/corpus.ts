import { camtFiles } from './camt-files.ts';
import { directBankFiles } from './direct-bank-files.ts';
import { largeBankFiles } from './large-bank-files.ts';
import { mt940Files } from './mt940-files.ts';
import { savingsBankFiles } from './savings-bank-files.ts';

/** A file that tells the week of `truth.ts`, and what of it this kind of file cannot tell. */
export type CorpusFile = {
  name: string;
  /** Of a bank's table. */
  layout: string | null;
  bytes: Uint8Array;
  /** The owner's account as it comes out; empty where the file does not name it. */
  account: string;
  hides: readonly (
    | 'name'
    | 'account'
    | 'endToEnd'
    | 'mandate'
    | 'creditorId'
    | 'returned'
    | 'posting'
    | 'umlauts'
  )[];
  balances?: boolean;
  pending?: number;
  zero?: number;
};

export const corpus: readonly CorpusFile[] = [
  ...camtFiles,
  ...mt940Files,
  ...savingsBankFiles,
  ...directBankFiles,
  ...largeBankFiles,
];
