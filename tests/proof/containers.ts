import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { docker, engineMissing, tryDocker } from './containers/docker.ts';
import { buildAloneOfCheckout, buildBase, buildWhole, relabel } from './containers/images.ts';
import { walkAlone } from './containers/walk.ts';
import { walkApp } from './containers/walk-app.ts';

const usage = `npm run containers            builds both images as an operator does, and runs them as docs/self-hosting.md says
  --of-checkout              only the one that holds all of it, from what is installed and built here: what npm test does
  --keep                     leaves the images`;

const { values } = parseArgs({
  options: {
    'of-checkout': { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const say = (line: string) => console.log(line);
const tag = (name: string) => `hausbuch-walk-${run}:${name}`;
const run = randomUUID().slice(0, 8);

async function main(): Promise<void> {
  const missing = engineMissing() ?? buildBase();
  if (missing) throw new Error(`Containers cannot be tried: ${missing}.`);
  const tags = { alone: tag('alone'), newer: tag('newer'), app: tag('app') };
  try {
    const began = performance.now();
    if (values['of-checkout']) await buildAloneOfCheckout(tags.alone, 'one');
    else await buildWhole(tags, 'one');
    await relabel(tags.alone, tags.newer, 'two');
    const sizes = await Promise.all(
      [tags.alone, tags.app].map((image) => tryDocker('inspect', '--format', '{{.Size}}', image)),
    );
    const inMb = sizes.map((size) => (/^\d+$/.test(size) ? `${Math.round(Number(size) / 1e6)} MB` : '–'));
    say(
      `built in ${Math.round((performance.now() - began) / 1_000)} s: all of it ${inMb[0]}, the app ${inMb[1]}`,
    );
    await walkAlone(tags.alone, tags.newer, say);
    if (!values['of-checkout']) await walkApp(tags.app, say);
    say('The images do what docs/self-hosting.md says.');
  } finally {
    if (!values.keep) await docker('rmi', '-f', ...Object.values(tags)).catch(() => {});
  }
}

if (values.help) say(usage);
else
  await main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
