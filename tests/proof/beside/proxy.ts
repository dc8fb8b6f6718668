import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { exampleOf, placesIn } from '../../setup/nginx.ts';

/** What docs/scaling.md tells to put in front of several processes, on a port of this machine. */
function configuration(folder: string, port: number, apps: readonly number[]): string {
  const example = exampleOf('scaling.md', 'upstream hausbuch')
    .replaceAll(/app-(\d):3000/g, (_, number: string) => `localhost:${apps[Number(number) - 1]}`)
    .replace('\nserver {', `\nserver {\n  listen 127.0.0.1:${port};`);
  return `worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    events { worker_connections 512; }
    http { access_log off; ${placesIn(folder)} ${example} }`;
}

export async function startProxy(program: string, folder: string, port: number, apps: readonly number[]) {
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'nginx.conf');
  fs.writeFileSync(file, configuration(folder, port, apps));
  const child = spawn(program, ['-e', path.join(folder, 'error.log'), '-c', file, '-g', 'daemon off;'], {
    stdio: 'inherit',
  });
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/api/health?live`).then(
      (answer) => answer.ok,
      () => false,
    );
  for (let attempt = 0; !(await isUp()); attempt += 1) {
    if (child.exitCode !== null) throw new Error('nginx has left.');
    if (attempt > 50) {
      child.kill('SIGTERM');
      throw new Error('nginx does not come up.');
    }
    await sleep(100);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const left = once(child, 'exit');
      child.kill('SIGTERM');
      await left;
    },
  };
}
