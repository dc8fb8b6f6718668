import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docker, engineMissing, tryDocker } from './containers/docker.ts';
import { buildAloneOfCheckout, buildBase, relabel } from './containers/images.ts';
import { walkAlone } from './containers/walk.ts';

const images = { one: 'hausbuch-walk:one', two: 'hausbuch-walk:two' };
const missing = engineMissing();
if (missing) console.log(`The container is not tried: ${missing}.`);

describe.skipIf(missing !== null)('the image that holds all of it', () => {
  let noBase: string | null = null;
  beforeAll(async () => {
    noBase = buildBase();
    if (noBase !== null) return;
    await buildAloneOfCheckout(images.one, 'one');
    await relabel(images.one, images.two, 'two');
  }, 600_000);
  afterAll(() => tryDocker('rmi', '-f', images.one, images.two));

  test('is started, killed, joined by mistake, backed up, upgraded, brought back and stopped as the docs say', async ({
    skip,
  }) => {
    skip(noBase !== null, noBase ?? '');
    await walkAlone(images.one, images.two, (line) => console.log(line));
  }, 900_000);

  test('says what it is', async ({ skip }) => {
    skip(noBase !== null, noBase ?? '');
    const labels = JSON.parse(await docker('inspect', '--format', '{{json .Config.Labels}}', images.two));
    expect(labels).toMatchObject({
      'org.opencontainers.image.revision': 'two',
      'org.opencontainers.image.licenses': 'MIT',
    });
  });
});
