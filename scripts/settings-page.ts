import { listSettings } from '../src/lib/server/env.ts';

/** docs/settings.md, as the settings in src/lib/server/env.ts describe themselves. */
export function settingsPage(): string {
  const rows = listSettings().map(
    ({ name, isRequired, description }) =>
      `| \`${name}\` | ${isRequired ? 'with Supabase' : ''} | ${description} |`,
  );
  return `# Settings

Read when the server starts, from the environment or from \`.env\`; none is built in. With none of the four
that are needed for Supabase, \`npm start\` brings its own database, sign-in and file server. This page is
written by \`node_modules/.bin/node scripts/settings.ts\` from \`src/lib/server/env.ts\`.

| Setting | Needed | What it is for |
|---|---|---|
${rows.join('\n')}

Of the programs around the app: \`HAUSBUCH_DATA\` (data of the embedded installation, default \`.data\`),
\`HAUSBUCH_HOST\` (\`0.0.0.0\`: \`npm start\` serves other machines, too; sign-in and files by the same port),
\`DISABLE_SIGNUP\` (\`true\`: the embedded server makes no new accounts),
\`SUPABASE_CONFIG\`, \`SUPABASE_PORT\`, \`SUPABASE_MAILBOX_PORT\` (the embedded server, see
[supabase/embedded](../supabase/embedded/README.md)), \`TEST_POSTGRES_IMAGE\`,
\`CHROMIUM_PATH\` and \`TEST_CITUS\` (tests; the last names the coordinator of a cluster).
`;
}
