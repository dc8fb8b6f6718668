import { serveApp } from './app-server.ts';
import { leaveWhenAnswered } from './leave-when-answered.ts';
import { root } from './surroundings.ts';

/** What `npm start` runs as a process of its own, with `--import scripts/src-imports.ts`. */
leaveWhenAnswered(
  await serveApp({
    folder: root,
    hostname: process.env.HAUSBUCH_HOST || 'localhost',
    port: Number(process.env.PORT),
  }),
);
