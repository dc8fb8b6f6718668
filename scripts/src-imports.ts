/** Lets Node import `src/` as the bundler does: `@/…`, endings left out, JSON, JSX, and `server-only` as what it is here. */
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from 'rolldown/utils';

const src = new URL('../src/', import.meta.url);
const endings = ['', '.ts', '.tsx', '/index.ts', '.json'];

function withEnding(base: URL): string | null {
  const path = fileURLToPath(base);
  const ending = endings.find((one) => existsSync(path + one) && (one !== '' || /\.\w+$/.test(path)));
  return ending === undefined ? null : pathToFileURL(path + ending).href;
}

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === 'server-only') return { url: 'data:text/javascript,', shortCircuit: true };
    const isOurs = specifier.startsWith('@/');
    const isNear = /^\.\.?\//.test(specifier) && context.parentURL?.startsWith(src.href);
    if (!isOurs && !isNear) return nextResolve(specifier, context);
    const url = withEnding(isOurs ? new URL(specifier.slice(2), src) : new URL(specifier, context.parentURL));
    if (url === null) return nextResolve(specifier, context);
    return url.endsWith('.json')
      ? { url, shortCircuit: true, importAttributes: { type: 'json' } }
      : { url, shortCircuit: true };
  },
  load(url, context, nextLoad) {
    if (!url.endsWith('.tsx')) return nextLoad(url, context);
    const file = fileURLToPath(url);
    const { code } = transformSync(file, readFileSync(file, 'utf8'), { jsx: { runtime: 'automatic' } });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
