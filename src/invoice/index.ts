import { decodeXml, readXml, XmlFault, type XmlNode } from '../lib/xml.ts';
import { beginsInvoice, HEAD_LETTERS } from './begins-invoice.ts';
import { readCii } from './cii.ts';
import type { Invoice } from './invoice.ts';
import { readUbl } from './ubl.ts';

/** Invoices carry papers inside, as a text of one element. */
export const LARGEST_INVOICE_BYTES = 16 * 1024 * 1024;

/** How the file is called that a PDF carries (ZUGFeRD 2.5.2, Factur-X 1.09.2); an order (`order-x.xml`) is no invoice. */
export const isInvoiceName = (name: string) => /^(?:factur-x|zugferd-invoice|xrechnung)\.xml$/i.test(name);

/** An electronic invoice by EN 16931 in either syntax; null for a file that is none, is larger, or is no XML. */
export function readInvoice(bytes: Uint8Array): Invoice | null {
  if (bytes.length > LARGEST_INVOICE_BYTES) return null;
  try {
    const text = decodeXml(bytes);
    if (!beginsInvoice(text.slice(0, HEAD_LETTERS))) return null;
    const root: XmlNode = readXml(text, { longestText: LARGEST_INVOICE_BYTES });
    return root.name === 'CrossIndustryInvoice' ? readCii(root) : readUbl(root);
  } catch (error) {
    if (error instanceof XmlFault) return null;
    throw error;
  }
}
