import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startTestProvider, type TestProvider } from '@hausbuch/supabase-embedded/testing';
import { anyFreePort } from '../../scripts/ports.ts';
import { readElsewhere } from './elsewhere.ts';
import type { Installation } from './landlord.ts';
import { runProduct } from './running-product.ts';

export interface AccountProduct extends Installation {
  stop(): Promise<void>;
}

const supabase = path.resolve(import.meta.dirname, '../../supabase');

/** Our config.toml with a provider switched on, and with hardly a pause between two messages to one person. */
function writeConfig(folder: string, provider: TestProvider): string {
  fs.cpSync(path.join(supabase, 'templates'), path.join(folder, 'templates'), { recursive: true });
  const config = fs.readFileSync(path.join(supabase, 'config.toml'), 'utf8');
  const [before = '', keycloak = ''] = config.split('[auth.external.keycloak]');
  const file = path.join(folder, 'config.toml');
  const switchedOn = keycloak
    .replace('enabled = false', 'enabled = true')
    .replace('"env(KEYCLOAK_CLIENT_ID)"', JSON.stringify(provider.clientId))
    .replace('"env(KEYCLOAK_CLIENT_SECRET)"', JSON.stringify(provider.clientSecret))
    .replace('"env(KEYCLOAK_URL)"', JSON.stringify(provider.issuer));
  const text = `${before}[auth.external.keycloak]${switchedOn}`;
  fs.writeFileSync(file, text.replaceAll('max_frequency = "10s"', 'max_frequency = "1s"'));
  return file;
}

/** The product with everything switched on that an account can do, a provider beside it. */
export async function startAccountProduct(): Promise<AccountProduct> {
  // Of one elsewhere it is known by its own keys; the embedded one the walks share has no provider.
  const elsewhere = readElsewhere();
  if (elsewhere?.keys) return { ...elsewhere, stop: async () => {} };
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-e2e-account-'));
  fs.chmodSync(folder, 0o755);
  const dataDir = path.join(folder, 'data');
  fs.mkdirSync(dataDir);
  // The provider knows the address to come back to before there is anybody at it.
  const ports = { supabase: await anyFreePort(), mailbox: await anyFreePort() };
  fs.writeFileSync(path.join(dataDir, 'ports.json'), JSON.stringify(ports));
  const redirectUri = `http://localhost:${ports.supabase}/auth/v1/callback`;
  const provider = await startTestProvider({ redirectUri });
  const configFolder = path.join(folder, 'supabase');
  fs.mkdirSync(configFolder);
  const product = await runProduct(dataDir, await anyFreePort(), {
    SUPABASE_CONFIG: writeConfig(configFolder, provider),
  });
  return {
    url: product.url,
    mailboxUrl: product.mailboxUrl,
    dataDir,
    async stop() {
      await product.stop();
      await provider.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
