import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { anyFreePort } from '../../scripts/ports.ts';
import { runProduct } from './running-product.ts';

/** Starts the whole product with an empty data folder and tells the tests where it is. */
export default async function startProduct(): Promise<() => Promise<void>> {
  if (process.env.E2E_BASE_URL) return async () => {};
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-e2e-'));
  fs.chmodSync(dataDir, 0o755);
  const product = await runProduct(dataDir, await anyFreePort());
  process.env.E2E_BASE_URL = product.url;
  process.env.E2E_MAILBOX_URL = product.mailboxUrl;
  process.env.E2E_DATA = dataDir;
  return async () => {
    await product.stop();
    // A page that React made anew in the browser says no more than that; why stands here.
    for (const line of product.output().split('\n')) if (line.includes('"page_error"')) console.log(line);
    fs.rmSync(dataDir, { recursive: true, force: true });
  };
}
