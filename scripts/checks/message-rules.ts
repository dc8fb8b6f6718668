import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { isUnsaid } from '../new/unsaid.ts';
import {
  type Finding,
  isNode,
  lineAt,
  type SourceFile,
  type SyntaxNode,
  stringOf,
  templateParts,
  walk,
} from './source.ts';

/** Full key → text of one language. */
export type Messages = Map<string, string>;

export function flatten(tree: unknown, prefix = ''): Messages {
  const flat: Messages = new Map();
  if (typeof tree !== 'object' || tree === null) return flat;
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') flat.set(prefix + key, value);
    else for (const [path, text] of flatten(value, `${prefix}${key}.`)) flat.set(path, text);
  }
  return flat;
}

/** What a message asks of its caller: `count: plural`, `kind: select(a, b)`, `<link>`. */
function needsOf(elements: MessageFormatElement[], needs = new Set<string>()): Set<string> {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    if (element.type === TYPE.tag) {
      needs.add(`<${element.value}>`);
      needsOf(element.children, needs);
      continue;
    }
    const kind = TYPE[element.type];
    const isSelect = element.type === TYPE.select;
    if (isSelect || element.type === TYPE.plural) {
      const options = isSelect ? `(${Object.keys(element.options).sort().join(', ')})` : '';
      needs.add(`${element.value}: ${kind}${options}`);
      for (const option of Object.values(element.options)) needsOf(option.value, needs);
    } else {
      needs.add(`${element.value}: ${kind}`);
    }
  }
  return needs;
}

/** Whether a message may come out as nothing; the compiled one is no text then, and its key is shown instead. */
const mayBeNothing = (elements: MessageFormatElement[]): boolean =>
  elements.every(
    (element) =>
      (element.type === TYPE.select || element.type === TYPE.plural) &&
      Object.values(element.options).some((option) => mayBeNothing(option.value)),
  );

function needs(text: string): string {
  return [...needsOf(parse(text))].sort().join(' · ');
}

/** Same keys, same placeholders, no empty or unreadable text. */
export function compareLanguages(languages: Record<string, Messages>): string[] {
  const found: string[] = [];
  const [reference, ...others] = Object.entries(languages);
  if (!reference) return found;
  const wanted = new Map<string, string>();
  for (const [language, messages] of Object.entries(languages)) {
    for (const [key, text] of messages) {
      if (text.trim() === '') found.push(`${language}: ${key} is empty`);
      try {
        const asked = needs(text);
        if (text.trim() !== '' && mayBeNothing(parse(text))) {
          found.push(`${language}: ${key} may come out as nothing: ask the code whether it is said`);
        }
        if (language === reference[0]) wanted.set(key, asked);
        else if (wanted.has(key) && wanted.get(key) !== asked) {
          found.push(`${key}: ${reference[0]} has [${wanted.get(key)}], ${language} has [${asked}]`);
        }
      } catch (error) {
        found.push(`${language}: ${key} cannot be read: ${error instanceof Error ? error.message : error}`);
      }
    }
  }
  for (const [language, messages] of others) {
    for (const key of reference[1].keys())
      if (!messages.has(key)) found.push(`${key} is missing in ${language}.json`);
    for (const key of messages.keys())
      if (!reference[1].has(key)) found.push(`${key} is missing in ${reference[0]}.json`);
  }
  return found;
}

/** What `npm run new` has written and nobody has said in its language yet. */
export function findUntranslated(languages: Record<string, Messages>): string[] {
  return Object.entries(languages).flatMap(([language, messages]) =>
    [...messages].flatMap(([key, text]) =>
      isUnsaid(text) ? [`${language}: ${key} waits to be said in its language: ${text}`] : [],
    ),
  );
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

/** `useTranslations('Rent')`, `await getTranslations({ locale, namespace: 'Rent' })` → `Rent`. */
export function namespaceOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'AwaitExpression') return namespaceOf(node.argument);
  if (node.type !== 'CallExpression' || !isNode(node.callee)) return null;
  const { callee } = node;
  if (!/^(useTranslations|getTranslations|createTranslator)$/.test(String(callee.name))) return null;
  const [argument] = Array.isArray(node.arguments) ? node.arguments : [];
  const direct = stringOf(argument);
  if (direct !== null) return direct;
  if (isNode(argument) && Array.isArray(argument.properties)) {
    for (const property of argument.properties) {
      if (isNode(property) && isNode(property.key) && property.key.name === 'namespace') {
        return stringOf(property.value);
      }
    }
  }
  return '';
}

/** What an argument of `t(…)` may be: patterns for the key, or null when only the running program knows. */
function keyPatterns(node: unknown): string[] | null {
  if (!isNode(node)) return null;
  const text = stringOf(node);
  if (text !== null) return [literally(text)];
  if (node.type === 'TemplateLiteral') return [templateParts(node).map(literally).join('.+')];
  const branches =
    node.type === 'ConditionalExpression'
      ? [node.consequent, node.alternate]
      : node.type === 'LogicalExpression'
        ? [node.left, node.right]
        : null;
  if (!branches) return null;
  const patterns = branches.map(keyPatterns);
  return patterns.some((entry) => entry === null) ? null : patterns.flatMap((entry) => entry ?? []);
}

/** Strings and names of properties: where keys chosen at run time come from. */
function wordsOf(source: SourceFile): { words: Set<string>; templates: string[] } {
  const words = new Set<string>();
  const templates: string[] = [];
  walk(source.program, (node) => {
    if (node.type === 'Literal' && typeof node.value === 'string') words.add(node.value);
    if (node.type === 'Property' && isNode(node.key) && typeof node.key.name === 'string')
      words.add(node.key.name);
    if (node.type === 'TemplateLiteral' && templateParts(node).length > 1) {
      const pattern = templateParts(node).map(literally).join('.+');
      if (/[a-z]/i.test(pattern.replaceAll('.+', ''))) templates.push(pattern);
    }
  });
  return { words, templates };
}

export function translatorCall(node: SyntaxNode): { name: string; method: string; argument: unknown } | null {
  if (node.type !== 'CallExpression' || !isNode(node.callee)) return null;
  const { callee } = node;
  const [argument] = Array.isArray(node.arguments) ? node.arguments : [];
  if (callee.type === 'Identifier') return { name: String(callee.name), method: '', argument };
  const isMember = callee.type === 'MemberExpression' && isNode(callee.object) && isNode(callee.property);
  if (!isMember || !isNode(callee.object) || !isNode(callee.property)) return null;
  const method = String(callee.property.name);
  if (!/^(rich|markup|raw|has)$/.test(method)) return null;
  return { name: String(callee.object.name), method, argument };
}

/** Namespaces keyed by the codes of another server, which our code never spells out: Supabase's sign-in errors. */
const foreignCodes = new Set(['AuthErrors']);

/** `useMessages().Labels.state`: a part that is handed on whole. */
const wholeParts = ({ text }: SourceFile) =>
  [...text.matchAll(/\b(?:messages|useMessages\(\))\.([A-Z]\w*(?:\.\w+)+)/g)].map(([, part]) => `${part}.`);

interface Questions {
  /** Keys written out where they are asked for, `.+` for the parts that only the running program knows. */
  exact: { key: string; pattern: RegExp; mustExist: boolean; path: string; line: number }[];
  /** A key chosen at run time: whatever the file spells out may be it. */
  dynamic: { namespace: string; templates: RegExp[] }[];
  words: Set<string>;
}

function questionsOf(sources: SourceFile[]): Questions {
  const questions: Questions = { exact: [], dynamic: [], words: new Set() };
  for (const source of sources.filter(({ path }) => !isTest(path))) {
    const own = wordsOf(source);
    for (const word of own.words) questions.words.add(word);
    const templates = own.templates.map((pattern) => new RegExp(`^${pattern}$`));
    const translators = new Map<string, Set<string>>();
    walk(source.program, (node) => {
      const namespace = node.type === 'VariableDeclarator' ? namespaceOf(node.init) : null;
      if (namespace === null || !isNode(node.id)) return;
      const name = String(node.id.name);
      translators.set(name, (translators.get(name) ?? new Set()).add(namespace));
    });
    walk(source.program, (node) => {
      const call = translatorCall(node);
      if (!call) return;
      // A translator handed over as an argument may speak for any namespace.
      const isHanded = !translators.has(call.name) && /^t([A-Z]|$)|[tT]ranslate$/.test(call.name);
      const namespaces = translators.get(call.name) ?? (isHanded ? new Set(['*']) : new Set<string>());
      const patterns = keyPatterns(call.argument);
      for (const namespace of namespaces) {
        if (patterns === null) questions.dynamic.push({ namespace, templates });
        const prefix = namespace === '*' ? '(.+\\.)?' : namespace === '' ? '' : `${literally(namespace)}\\.`;
        for (const pattern of patterns ?? []) {
          questions.exact.push({
            key: `${/\w/.test(namespace) ? `${namespace}.` : ''}${pattern.replaceAll('.+', '…').replaceAll('\\', '')}`,
            pattern: new RegExp(`^${prefix}${pattern}$`),
            // `raw` may ask for a whole branch, `has` whether there is one; two namespaces under one name are a guess.
            mustExist: call.method !== 'raw' && call.method !== 'has' && namespaces.size === 1,
            path: source.path,
            line: lineAt(source.text, node.start),
          });
        }
      }
    });
  }
  return questions;
}

/** Keys that code asks for and nobody has written, where they are asked for. */
export function findMissing(keys: Iterable<string>, sources: SourceFile[]): Finding[] {
  const known = [...keys];
  return questionsOf(sources)
    .exact.filter(({ pattern, mustExist }) => mustExist && !known.some((key) => pattern.test(key)))
    .map(({ key, path, line }) => ({ path, line, message: `${key} is in no file of messages/` }));
}

/**
 * Keys no code asks for. A key chosen at run time counts as used when the code mentions it as a string, as the name
 * of a property, or by a template it fits.
 */
export function findUnused(keys: Iterable<string>, sources: SourceFile[]): string[] {
  const { exact, dynamic, words } = questionsOf(sources);
  const parts = sources.filter(({ path }) => !isTest(path)).flatMap(wholeParts);
  const isUsed = (key: string) =>
    parts.some((part) => key.startsWith(part)) ||
    exact.some(({ pattern }) => pattern.test(key)) ||
    dynamic.some(({ namespace, templates }) => {
      const isAny = namespace === '*';
      if (!isAny && namespace !== '' && !key.startsWith(`${namespace}.`)) return false;
      if (foreignCodes.has(namespace)) return true;
      const rest = isAny || namespace === '' ? key : key.slice(namespace.length + 1);
      const tails = rest.split('.').map((_, index, steps) => steps.slice(index).join('.'));
      const candidates = isAny ? tails : [rest];
      return candidates.some((tail) => words.has(tail) || templates.some((template) => template.test(tail)));
    });
  return [...keys].filter((key) => !isUsed(key));
}

const spokenAttributes =
  /^(aria-(label|description|roledescription|valuetext)|title|alt|placeholder|label|description)$/;
const isSpeech = (text: string) => /\p{L}{2,}/u.test(text);

/** Words written into components instead of messages/. */
export function findHardCoded(sources: SourceFile[]): Finding[] {
  return sources
    .filter((source) => /^src\/.*\.tsx$/.test(source.path) && !isTest(source.path))
    .flatMap((source) => {
      const found: Finding[] = [];
      const add = (node: SyntaxNode, text: string) => {
        const message = `"${text.trim().slice(0, 60)}" belongs into messages/`;
        found.push({ path: source.path, line: lineAt(source.text, node.start), message });
      };
      walk(source.program, (node) => {
        if (node.type === 'JSXText' && isSpeech(String(node.value))) add(node, String(node.value));
        if (node.type === 'JSXExpressionContainer') {
          const text = stringOf(node.expression);
          const isChild = source.text[node.start - 1] !== '=';
          if (isChild && text !== null && isSpeech(text)) add(node, text);
        }
        if (node.type !== 'JSXAttribute' || !isNode(node.name)) return;
        if (!spokenAttributes.test(String(node.name.name))) return;
        const value =
          isNode(node.value) && node.value.type === 'JSXExpressionContainer'
            ? node.value.expression
            : node.value;
        const text = stringOf(value);
        if (text !== null && isSpeech(text)) add(node, text);
      });
      return found;
    });
}
