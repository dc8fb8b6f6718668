import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What docs/scaling.md tells to put in front of several processes, between its own folder and a port of this machine. */
const configuration = (folder: string, port: number, apps: readonly number[]) => `
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 512; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  upstream hausbuch {
${apps.map((app) => `    server localhost:${app} max_fails=0;`).join('\n')}
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 60m;
    large_client_header_buffers 4 16k;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_buffer_size 32k;
    proxy_buffers 8 32k;
    location / { proxy_pass http://hausbuch; }
    location /api/trpc/live.changes { proxy_pass http://hausbuch; proxy_buffering off; proxy_read_timeout 1h; }
    location /_next/static/ { proxy_pass http://hausbuch; proxy_next_upstream error timeout http_404; }
  }
}
`;

/** Null where there is no nginx on this machine. */
export async function startProxy(folder: string, port: number, apps: readonly number[]) {
  const program = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find((file) =>
    fs.existsSync(file),
  );
  if (!program) return null;
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'nginx.conf');
  fs.writeFileSync(file, configuration(folder, port, apps));
  const child = spawn(program, ['-e', path.join(folder, 'error.log'), '-c', file, '-g', 'daemon off;'], {
    stdio: 'inherit',
  });
  for (let attempt = 0; attempt < 50; attempt += 1) {
    if (child.exitCode !== null) throw new Error('nginx has left.');
    if (
      await fetch(`http://127.0.0.1:${port}/api/health?live`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      break;
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
