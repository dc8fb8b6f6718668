import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { settingsPage } from './settings-page.ts';
import { root } from './surroundings.ts';

/** Writes docs/settings.md; run after a setting has changed in src/lib/server/env.ts. */
writeFileSync(path.join(root, 'docs', 'settings.md'), settingsPage());
