import assert from 'node:assert/strict';
import {
  cookieOf,
  createFlat,
  createLease,
  createTenant,
  type Installation,
  signUp,
  uploadPaper,
} from '../../setup/landlord.ts';

/**
 * A landlord who signs up, lets a flat, brings a paper and prints an account: all that an image has to hold. `demandAll`
 * asks whether everything of it is there, to the byte.
 */
export async function moveIn(installation: Installation) {
  const landlord = await signUp(installation, 'de');
  const { api } = landlord;
  const flat = await createFlat(api);
  const tenantId = await createTenant(api);
  await createLease(api, { unitId: flat.unitId, tenantId, startsOn: '2026-01-01', netCents: 70_000 });
  const paper = { lines: ['Mietvertrag'], title: 'Vertrag', fileName: 'Vertrag.pdf' };
  const upload = await uploadPaper(api, { ...paper, links: [{ kind: 'property', id: flat.id }] });

  async function demandAll(): Promise<void> {
    const { rows } = await api.property.list.query({});
    assert(
      rows.some(({ name }) => name === 'Lindenstraße 5'),
      'the flat is there',
    );
    const { url } = await api.document.fileUrl.query({ id: upload.documentId, use: 'show' });
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
    assert(bytes.equals(Buffer.from(upload.bytes)), 'the paper is what it was');
    const headers = { cookie: cookieOf(landlord) };
    const printed = await fetch(`${installation.url}/api/account/statement?tenantId=${tenantId}`, {
      headers,
    });
    assert.equal(printed.headers.get('content-type'), 'application/pdf', await printed.clone().text());
    assert((await printed.arrayBuffer()).byteLength > 5_000, 'the account is printed');
    const page = await fetch(`${installation.url}/de`, { headers });
    assert.equal(page.status, 200, 'pages are answered');
  }
  await demandAll();
  return { ...landlord, demandAll };
}
