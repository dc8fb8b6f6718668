import { isInvoiceName, LARGEST_INVOICE_BYTES, readInvoice } from '@/invoice';
import type { Invoice } from '@/invoice/invoice';

/** A file inside a PDF names its kind in plain letters (ISO 32000, 7.11.4), so most papers are told apart without being opened. */
const carriesFile = (bytes: Uint8Array): boolean =>
  /EmbeddedFile|#2Fxml/.test(new TextDecoder('latin1').decode(bytes));

async function insidePdf(bytes: Uint8Array<ArrayBuffer>): Promise<Invoice | null> {
  if (!carriesFile(bytes)) return null;
  const { getDocumentProxy } = await import('unpdf');
  try {
    // Our pages run no WebAssembly.
    const pdf = await getDocumentProxy(bytes, { disableFontFace: true, useWasm: false, verbosity: 0 });
    const attached = await pdf.getAttachments();
    for (const [id, { filename }] of attached ?? []) {
      if (!isInvoiceName(filename)) continue;
      const content = await pdf.getAttachmentContent(id);
      const invoice = content && readInvoice(content);
      if (invoice) return invoice;
    }
  } catch {
    // Many a PDF is broken, or locked.
  }
  return null;
}

/**
 * The electronic invoice that a file is, or that a PDF carries, read in this browser; null for every other file, and for one
 * that cannot be read.
 * @throws where what reads it does not come, as without a connection
 */
export async function readInvoiceFile(file: Blob, name: string): Promise<Invoice | null> {
  const isXml = /\.xml$/i.test(name);
  if (!isXml && !/\.pdf$/i.test(name)) return null;
  if (isXml && file.size > LARGEST_INVOICE_BYTES) return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  return isXml ? readInvoice(bytes) : insidePdf(bytes);
}
