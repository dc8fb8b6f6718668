import { openDatabase } from '@/db/client';
import { sendMailsOf } from '@/jobs/letter-mails';
import { renderLetter } from '@/print/letter-pdf';
import { createDiskStorage } from '../factories/disk-storage.ts';

/** A worker of its own that sends the mails of a portfolio, to be killed in the middle: `SMTP_URL` and these three. */
const [databaseUrl = '', folder = '', portfolioId = ''] = process.argv.slice(2);
const { db, close } = openDatabase(databaseUrl);
await sendMailsOf(db, createDiskStorage(folder), portfolioId, renderLetter);
await close();
