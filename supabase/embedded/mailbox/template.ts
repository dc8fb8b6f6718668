/**
 * The part of Go's html/template that our mails use, so that the same files are rendered alike by the
 * real auth server: `{{ .Name }}`, `{{ .Data.key }}`, `{{ if .X }}`, `{{ if eq .X "text" }}`,
 * `{{ else if … }}`, `{{ else }}`, `{{ end }}`, comments and trim markers. Anything else is refused
 * when a template is read, not when a mail is due.
 */

type Path = string[];
type Condition = { path: Path; equals: string | undefined };
type Node =
  | { kind: 'text'; text: string }
  | { kind: 'value'; path: Path }
  | { kind: 'choice'; branches: { when: Condition | undefined; nodes: Node[] }[] };

export type TemplateData = Record<string, unknown>;
export type Render = (data: TemplateData) => string;

const pathPattern = /^\.[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/;
const conditionPattern = /^(?:eq\s+)?(\.[\w.]+)(?:\s+"((?:[^"\\]|\\.)*)")?$/;

function parsePath(text: string): Path {
  if (!pathPattern.test(text)) throw new Error(`not understood in a mail template: {{ ${text} }}`);
  return text.slice(1).split('.');
}

function parseCondition(text: string): Condition {
  const match = conditionPattern.exec(text);
  const isComparison = text.startsWith('eq ');
  if (!match?.[1] || isComparison !== (match[2] !== undefined)) {
    throw new Error(`not understood in a mail template: {{ if ${text} }}`);
  }
  return { path: parsePath(match[1]), equals: match[2]?.replace(/\\(.)/g, '$1') };
}

function tokenise(source: string): string[] {
  return source
    .replace(/\{\{-?\s*\/\*[\s\S]*?\*\/\s*-?\}\}/g, '')
    .replace(/\s*\{\{- /g, '{{ ')
    .replace(/ -\}\}\s*/g, ' }}')
    .split(/(\{\{[\s\S]*?\}\})/);
}

export function parseTemplate(source: string): Node[] {
  const root: Node[] = [];
  const open: { choice: Extract<Node, { kind: 'choice' }>; outer: Node[] }[] = [];
  let current = root;
  for (const token of tokenise(source)) {
    if (!token.startsWith('{{')) {
      if (token !== '') current.push({ kind: 'text', text: token });
      continue;
    }
    const action = token.slice(2, -2).trim();
    const top = open.at(-1);
    if (action.startsWith('if ')) {
      const choice: Extract<Node, { kind: 'choice' }> = { kind: 'choice', branches: [] };
      current.push(choice);
      open.push({ choice, outer: current });
      current = [];
      choice.branches.push({ when: parseCondition(action.slice(3).trim()), nodes: current });
    } else if (action === 'else' || action.startsWith('else if ')) {
      if (!top) throw new Error('{{ else }} without {{ if }} in a mail template');
      const when = action === 'else' ? undefined : parseCondition(action.slice(8).trim());
      current = [];
      top.choice.branches.push({ when, nodes: current });
    } else if (action === 'end') {
      if (!top) throw new Error('{{ end }} without {{ if }} in a mail template');
      current = top.outer;
      open.pop();
    } else {
      current.push({ kind: 'value', path: parsePath(action) });
    }
  }
  if (open.length > 0) throw new Error('{{ if }} without {{ end }} in a mail template');
  return root;
}

function lookUp(data: TemplateData, path: Path): unknown {
  let value: unknown = data;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = Object.getOwnPropertyDescriptor(value, name)?.value;
  }
  return value;
}

function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Where in the page a value lands decides how it is escaped, as in Go. */
function escapeFor(written: string, value: string): string {
  const attribute = /(?:href|src)="([^"]*)$/.exec(written)?.[1];
  if (attribute === undefined) return escapeHtml(value);
  if (attribute.includes('?')) return encodeURIComponent(value);
  if (attribute === '' && !/^https?:\/\//i.test(value)) return '#';
  return escapeHtml(value);
}

function write(
  nodes: Node[],
  data: TemplateData,
  start: string,
  protect: (written: string, value: string) => string,
): string {
  let written = start;
  for (const node of nodes) {
    if (node.kind === 'text') written += node.text;
    else if (node.kind === 'value') {
      const value = lookUp(data, node.path);
      if (value !== undefined && value !== null) written += protect(written, String(value));
    } else {
      const chosen = node.branches.find(({ when }) => {
        if (!when) return true;
        const value = lookUp(data, when.path);
        return when.equals === undefined ? isTrue(value) : value === when.equals;
      });
      if (chosen) written = write(chosen.nodes, data, written, protect);
    }
  }
  return written;
}

export function compileHtml(source: string): Render {
  const nodes = parseTemplate(source);
  return (data) => write(nodes, data, '', escapeFor);
}

/** For subjects: nothing is escaped, but a value cannot begin a new header line. */
export function compileLine(source: string): Render {
  const nodes = parseTemplate(source);
  return (data) => write(nodes, data, '', (_, value) => value.replace(/\s+/g, ' ')).trim();
}

const decoded: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#34': '"',
  '#39': "'",
};

function decodeEntities(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, name: string) => {
    if (Object.hasOwn(decoded, name)) return decoded[name] ?? whole;
    const number = /^#(\d+)$/.exec(name)?.[1];
    return number === undefined ? whole : String.fromCodePoint(Number(number));
  });
}

/** The plain-text part of a mail: paragraphs kept, links written out. */
export function textOfHtml(html: string): string {
  const text = html
    .replace(/<head[\s\S]*?<\/head>/gi, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/\s+/g, ' ')
    .replace(/<a\b[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/gi, (_, href: string, label: string) =>
      label.trim() === href ? href : `${label.trim()}: ${href}`,
    )
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/(p|h1|h2|div|tr|li)>/gi, '\n\n')
    .replace(/<[^>]+>/g, '');
  return decodeEntities(text)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

export function linksOfHtml(html: string): string[] {
  return [...html.matchAll(/<a\b[^>]*href="([^"]*)"/gi)].map((match) => decodeEntities(match[1] ?? ''));
}
