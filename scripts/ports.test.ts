import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { anyFreePort, atOwnPorts, holdPort, isFree, isTaken } from './ports.ts';

const folders: string[] = [];
const servers: net.Server[] = [];
const newFolder = () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-ports-'));
  folders.push(folder);
  return folder;
};
const listenAt = async (port: number) => {
  const server = net.createServer().listen(port, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return port;
};

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true });
});

test('of two that ask for one port, the second is told, until the first gives it back', async () => {
  const port = await anyFreePort();
  const [first, second] = await Promise.all([holdPort(port), holdPort(port)]);
  const release = first ?? second;
  expect([first, second].filter(Boolean)).toEqual([release]);
  expect(await holdPort(port)).toBeNull();
  // Whoever calls meanwhile does not keep it.
  const caller = net.connect(port, '127.0.0.1').on('error', () => {});
  await new Promise((resolve) => caller.once('close', resolve));
  await release?.();
  expect(await isFree(port)).toBe(true);
  await listenAt(port);
});

test('whether a port is taken is asked by calling: nobody who calls there meanwhile is let in', async () => {
  const port = await anyFreePort();
  let entered = 0;
  const call = () =>
    new Promise<void>((resolve) => {
      const caller = net.connect(port, '127.0.0.1');
      caller.once('connect', () => {
        entered += 1;
        caller.destroy();
      });
      caller.once('error', () => {}).once('close', () => resolve());
    });
  const asked = Promise.all(Array.from({ length: 20 }, () => isTaken(port)));
  await Promise.all(Array.from({ length: 200 }, call));
  expect(await asked).not.toContain(true);
  expect(entered).toBe(0);
  await listenAt(port);
  expect(await isTaken(port)).toBe(true);
});

test('of two that start at the same moment, the slower one takes another port and remembers it', async () => {
  const usual = { main: await anyFreePort() };
  const folder = newFolder();
  const chosen: number[] = [];
  const port = await atOwnPorts(folder, usual, async ({ main }) => {
    // The other one, which found it free just as we did.
    if (chosen.push(main) === 1) await listenAt(main);
    return listenAt(main);
  });
  expect(chosen).toEqual([usual.main, port]);
  expect(port).not.toBe(usual.main);
  expect(JSON.parse(fs.readFileSync(path.join(folder, 'ports.json'), 'utf8'))).toEqual({ main: port });
});

test('what fails for another reason is not begun again', async () => {
  let starts = 0;
  const start = async () => {
    starts++;
    throw new Error('config.toml names no such provider.');
  };
  await expect(atOwnPorts(newFolder(), { main: await anyFreePort() }, start)).rejects.toThrow(
    'no such provider',
  );
  expect(starts).toBe(1);
});
