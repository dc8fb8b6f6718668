import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { placeCommitHook } from './commit-hook.ts';
import { root } from './surroundings.ts';

let folder: string;
const hook = () => path.join(folder, '.git', 'hooks', 'commit-msg');

function git(...args: string[]): { status: number | null; stderr: string } {
  const who = ['-c', 'user.name=Petra', '-c', 'user.email=petra@example.com'];
  return spawnSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' });
}

const commit = (message: string, ...more: string[]) =>
  git('commit', '--quiet', '--allow-empty', '-m', message, ...more);

beforeEach(() => {
  // Neither the settings of whoever runs this, nor those of a git that runs it.
  for (const name of Object.keys(process.env)) if (name.startsWith('GIT_')) vi.stubEnv(name, undefined);
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
  vi.stubEnv('GIT_CONFIG_SYSTEM', '/dev/null');
  vi.stubEnv('CI', undefined);
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-hook-'));
  git('init', '--quiet');
  fs.mkdirSync(path.join(folder, 'scripts'));
  fs.copyFileSync(path.join(root, 'scripts', 'commit-msg'), path.join(folder, 'scripts', 'commit-msg'));
});

afterEach(() => {
  vi.unstubAllEnvs();
  fs.rmSync(folder, { recursive: true, force: true });
});

test('a subject begins with its room and has at most 72 characters', () => {
  placeCommitHook(folder);
  expect(commit('Post the rent').stderr).toMatch(/begins with the room/);
  expect(commit(`rent: ${'a'.repeat(67)}`).stderr).toMatch(/has 73 characters/);
  expect(commit(`rent: ${'ä'.repeat(66)}`).status).toBe(0);
  expect(commit('rent: post it', '-m', `Why it has to be so, at ${'great '.repeat(20)} length`).status).toBe(
    0,
  );
});

test('what git writes itself passes', () => {
  placeCommitHook(folder);
  expect(commit('rent: post it').status).toBe(0);
  expect(git('revert', '--no-edit', '--allow-empty', 'HEAD').stderr).not.toMatch(/subject/);
  expect(commit('rent: post it again', '--fixup=HEAD').status).toBe(0);
  git('checkout', '--quiet', '-b', 'aside', 'HEAD~1');
  expect(commit('rent: take it back').status).toBe(0);
  expect(git('merge', '--no-edit', '--no-ff', '-').status).toBe(0);
});

test('in a worktree, and in a state from before the hook', () => {
  placeCommitHook(folder);
  git('add', '.');
  commit('scripts: check subjects');
  const beside = `${folder}-beside`;
  git('worktree', 'add', '--quiet', beside);
  try {
    fs.rmSync(hook());
    placeCommitHook(beside);
    expect(commit('Post the rent').status).toBe(1);
    fs.rmSync(path.join(folder, 'scripts', 'commit-msg'));
    expect(commit('Post the rent').status).toBe(0);
  } finally {
    fs.rmSync(beside, { recursive: true, force: true });
  }
});

test('what a person has set up for themselves stays', () => {
  fs.mkdirSync(path.dirname(hook()), { recursive: true });
  fs.writeFileSync(hook(), '#!/bin/sh\n', { mode: 0o755 });
  placeCommitHook(folder);
  expect(fs.readFileSync(hook(), 'utf8')).toBe('#!/bin/sh\n');

  fs.rmSync(hook());
  git('config', 'core.hooksPath', 'elsewhere');
  placeCommitHook(folder);
  expect(fs.existsSync(hook())).toBe(false);
  expect(fs.existsSync(path.join(folder, 'elsewhere'))).toBe(false);
});

test('on a build server, without a repository and where nothing can be written nothing happens', () => {
  vi.stubEnv('CI', '1');
  placeCommitHook(folder);
  expect(fs.existsSync(hook())).toBe(false);
  vi.stubEnv('CI', undefined);

  // A file where the folder would be: root may write anywhere, but not here.
  fs.rmSync(path.dirname(hook()), { recursive: true, force: true });
  fs.writeFileSync(path.dirname(hook()), '');
  placeCommitHook(folder);
  fs.rmSync(path.join(folder, '.git'), { recursive: true });
  placeCommitHook(folder);
  expect(fs.existsSync(path.join(folder, '.git'))).toBe(false);
});
