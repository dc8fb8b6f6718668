import 'server-only';
import type { InTransaction } from '@/db/scope';
import { nameOfFile } from '@/features/document/rules';
import { toCsv } from '@/lib/csv';
import type { Language } from '@/lib/languages';
import type { FileStorage } from '@/storage/file-storage';
import { makeArchive, withPlace, writeTables } from './archive-steps';
import { noteDisclosure } from './commands';
import { readOthers } from './other-people-queries';
import { hiderOf } from './other-people-rules';
import { findPerson } from './person-queries';
import { type LeftOut, listPersonTables, readOwn } from './person-tables-queries';
import { describePerson, leftOutName, nameOfAnswer } from './person-words';
import { readSurroundings } from './surroundings-queries';

const listOf = (leftOut: readonly LeftOut[]): string =>
  toCsv([['table', 'id', 'column'], ...leftOut.map(({ table, id, column }) => [table, id, column])], {
    decimal: '.',
  });

/**
 * The answer to a tenant who asks what is held about them (Art. 15 GDPR), as one ZIP: a document with every row about them, the
 * same as a CSV per table, their documents and letters, what Art. 15(1) asks for in words, and what was left out for the sake of
 * others (Art. 15(4)). Who had it made, and when, stands in the journal.
 * @throws DomainError `not_found`
 */
export const exportPerson = (
  inTransaction: InTransaction,
  storage: FileStorage,
  language: Language,
  tenantId: string,
) =>
  makeArchive('answer', inTransaction, storage, language, async (tx, scope, folder) => {
    const person = await findPerson(tx, scope, tenantId);
    await noteDisclosure(tx, scope, person);
    const hide = hiderOf(
      { ...person.own, ibans: person.own.payerIbans },
      await readOthers(tx, scope, person),
    );
    const leftOut: LeftOut[] = person.otherDocumentIds.map((id) => ({ table: 'document', id, column: '' }));
    const all = listPersonTables();
    const document = 'tenant.json';
    const head = { format: 'hausbuch-tenant', version: 1, exportedAt: scope.now, tenantId };
    const { files, counts } = await writeTables(
      folder,
      { name: document, head },
      all.map(({ table }) => table),
      (table) => {
        const one = all.find((each) => each.table === table);
        if (!one) throw new Error(`No decision on ${table.name}.`);
        return readOwn(tx, scope, one, { person, hide, leftOut });
      },
    );
    const tables = all.flatMap(({ table }) => (counts.get(table.name) ? [table] : []));
    const facts = { ...(await readSurroundings(tx, scope, person, counts)), leftOut: leftOut.length };
    const readme = await describePerson(person, scope, facts, tables.map(withPlace));
    const list = leftOut.length > 0 ? [{ name: leftOutName, text: listOf(leftOut) }] : [];
    return {
      stem: nameOfFile(await nameOfAnswer(language, person.name, scope.today)),
      texts: [{ name: 'README.md', text: readme }, ...list],
      document,
      tables,
      files,
      shown: hide,
    };
  });
