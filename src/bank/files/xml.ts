import {
  decodeXml as decode,
  readXml as read,
  type TakeNode,
  XmlFault,
  type XmlNode,
} from '../../lib/xml.ts';
import { BankFileFault } from '../statement.ts';

/** As `lib/xml.ts`, with the faults of a bank's file. */
function asBankFile<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof XmlFault ? new BankFileFault(error.code, error.lineNumber) : error;
  }
}

export const decodeXml = (bytes: Uint8Array): string => asBankFile(() => decode(bytes));

export const readXml = (text: string, take?: TakeNode): XmlNode =>
  asBankFile(() => read(text, take && { take }));
