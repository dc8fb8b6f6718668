import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { root } from '../surroundings.ts';

/** One node of the syntax tree; its other fields are looked at where they are needed. */
export type SyntaxNode = { type: string; start: number; [field: string]: unknown };

export interface ModuleImport {
  from: string;
  names: string[];
  isType: boolean;
  line: number;
}

export interface SourceFile {
  /** From the root of the project, with forward slashes. */
  path: string;
  text: string;
  program: SyntaxNode;
  imports: ModuleImport[];
}

export interface Finding {
  path: string;
  /** Left out where it is about the file as a whole. */
  line?: number;
  message: string;
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Visits a node and everything below it, parents first. */
export function walk(node: unknown, visit: (node: SyntaxNode) => void): void {
  if (Array.isArray(node)) {
    for (const entry of node) walk(entry, visit);
  } else if (isNode(node)) {
    visit(node);
    for (const value of Object.values(node)) if (typeof value === 'object') walk(value, visit);
  }
}

/** The text of a string literal or of a template without expressions; null for anything else. */
export function stringOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  return node.type === 'TemplateLiteral' && templateParts(node).length === 1
    ? templateParts(node).join('')
    : null;
}

/** The fixed texts around the expressions of a template literal. */
export function templateParts(node: SyntaxNode): string[] {
  if (!Array.isArray(node.quasis)) return [];
  return node.quasis.map((part: unknown) => {
    const value = isNode(part) ? part.value : null;
    return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '';
  });
}

export function parseSource(file: string, text: string): SourceFile {
  const parsed = parseSync(file, text, { sourceType: 'module' });
  const [error] = parsed.errors;
  if (error) throw new Error(`${file}: ${error.message}`);
  const program: unknown = parsed.program;
  if (!isNode(program)) throw new Error(`${file} has no syntax tree`);
  const imports: ModuleImport[] = [];
  const add = (from: string | null, names: string[], isType: boolean, at: number) => {
    if (from !== null) imports.push({ from, names, isType, line: lineAt(text, at) });
  };
  walk(program, (node) => {
    const isDeclaration = /^(Import|ExportNamed|ExportAll)Declaration$/.test(node.type);
    if (isDeclaration && isNode(node.source)) {
      const specifiers = Array.isArray(node.specifiers) ? node.specifiers.filter(isNode) : [];
      const names = specifiers.map((specifier) => {
        const named = isNode(specifier.imported) ? specifier.imported.name : specifier.type;
        return String(named);
      });
      const kinds = specifiers.map((specifier) => specifier.importKind);
      const isType =
        node.importKind === 'type' ||
        node.exportKind === 'type' ||
        (kinds.length > 0 && kinds.every((kind) => kind === 'type'));
      add(stringOf(node.source), names, isType, node.start);
    }
    if (node.type === 'ImportExpression') add(stringOf(node.source), [], false, node.start);
  });
  return { path: file, text, program, imports };
}

/** Where an import leads, from the root of the project; null for packages. */
export function targetOf(file: string, from: string): string | null {
  if (from.startsWith('@/')) return `src/${from.slice(2)}`;
  if (from.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(file), from));
  return null;
}

/** Whether a file begins with `use client` or `use server`. */
export const begins = ({ text }: SourceFile, directive: string): boolean =>
  new RegExp(`^\\s*(['"])${directive}\\1`).test(text);

/** The files of `src` that run, and to which of them each leads by what it loads: types lead nowhere. */
export function linkSources(sources: readonly SourceFile[]) {
  const withoutEnd = (file: string) => file.replace(/\.(ts|tsx|mjs)$/, '');
  const ours = sources.filter(({ path: file }) => file.startsWith('src/') && !/\.test\.tsx?$/.test(file));
  const byName = new Map(ours.map((source) => [withoutEnd(source.path), source]));
  const loadedBy = (source: SourceFile) =>
    source.imports.flatMap(({ from, isType, line }) => {
      const target = isType ? null : targetOf(source.path, from);
      if (target === null) return [];
      const found = byName.get(withoutEnd(target)) ?? byName.get(`${withoutEnd(target)}/index`);
      return found ? [{ found, line, from }] : [];
    });
  return { ours, loadedBy };
}

/** All TypeScript below the folders, parsed. */
export function readSources(folders: string[]): SourceFile[] {
  return folders.flatMap((folder) => {
    const full = path.join(root, folder);
    if (!fs.existsSync(full)) return [];
    return fs
      .readdirSync(full, { recursive: true, encoding: 'utf8' })
      .filter(
        (name) => /\.(ts|tsx|mjs)$/.test(name) && !name.endsWith('.d.ts') && !name.includes('node_modules'),
      )
      .sort()
      .map((name) => {
        const file = `${folder}/${name.replaceAll(path.sep, '/')}`;
        return parseSource(file, fs.readFileSync(path.join(root, file), 'utf8'));
      });
  });
}

/** Prints what was found and ends the process accordingly. */
export function report(what: string, findings: Finding[]): void {
  for (const { path: file, line, message } of findings) {
    console.log(`${file}${line === undefined ? '' : `:${line}`}  ${message}`);
  }
  if (findings.length > 0) {
    console.log(`${findings.length} ${findings.length === 1 ? 'finding' : 'findings'} about ${what}`);
    process.exitCode = 1;
  }
}
