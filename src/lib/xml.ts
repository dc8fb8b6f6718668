import { SaxesParser } from 'saxes';

export const xmlFaults = ['encoding', 'not_xml', 'doctype', 'too_deep', 'too_large'] as const;
export type XmlFaultCode = (typeof xmlFaults)[number];

/** Why a file is not read as XML; lines count from 1, null where none can be told. */
export class XmlFault extends Error {
  readonly code: XmlFaultCode;
  readonly lineNumber: number | null;

  constructor(code: XmlFaultCode, lineNumber: number | null) {
    super(lineNumber === null ? code : `${code} in line ${lineNumber}`);
    this.code = code;
    this.lineNumber = lineNumber;
  }
}

const startsWith = (bytes: Uint8Array, ...head: number[]) => head.every((byte, at) => bytes[at] === byte);

function decode(bytes: Uint8Array, label: string): string {
  try {
    // The decoder drops a byte order mark itself.
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    throw new XmlFault('encoding', null);
  }
}

/**
 * XML says its encoding itself; without a word it is UTF-8.
 * @throws {XmlFault} `encoding` where it is another or unknown
 */
export function decodeXml(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return decode(bytes, 'utf-16le');
  if (startsWith(bytes, 0xfe, 0xff)) return decode(bytes, 'utf-16be');
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 200));
  const label = /^(?:ï»¿)?\s*<\?xml[^>]*\bencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/.exec(head)?.[1];
  return decode(bytes, label ?? 'utf-8');
}

/** An element without its prefix: writers choose prefixes freely, and the versions of a format differ in name spaces only. */
export type XmlNode = {
  name: string;
  attributes: Record<string, string>;
  children: XmlNode[];
  text: string;
  /** Where it stands in the text, for what is kept of it. */
  from: number;
  to: number;
  lineNumber: number;
};

const MAX_DEPTH = 64;
/** A booking of a bank has some forty: ten thousand of them fit. */
const MAX_ELEMENTS = 600_000;
/** What a cell of a spreadsheet can hold; what people write is far shorter. */
const MAX_TEXT = 32_767;
const localName = (name: string) => name.slice(name.indexOf(':') + 1);

const noAttributes: Record<string, string> = {};
/** Told of each element as it ends, with the one around it; what it has taken leaves the tree. */
export type TakeNode = (node: XmlNode, parent: XmlNode) => boolean;

/**
 * The root element, without what was taken on the way: a year of bookings is never held at once. A document type is refused before anything of it is read, so that no entity is ever declared.
 * @throws {XmlFault}
 */
export function readXml(
  text: string,
  { take, longestText = MAX_TEXT }: { take?: TakeNode; longestText?: number } = {},
): XmlNode {
  const parser = new SaxesParser({ position: true });
  const open: XmlNode[] = [];
  let root: XmlNode | null = null;
  let tagStart = 0;
  let elements = 0;
  parser.on('error', () => {
    throw new XmlFault('not_xml', parser.line);
  });
  parser.on('doctype', () => {
    throw new XmlFault('doctype', parser.line);
  });
  parser.on('opentagstart', (tag) => {
    tagStart = text.lastIndexOf(`<${tag.name}`, parser.position);
  });
  parser.on('opentag', (tag) => {
    elements += 1;
    if (elements > MAX_ELEMENTS) throw new XmlFault('too_large', parser.line);
    if (open.length >= MAX_DEPTH) throw new XmlFault('too_deep', parser.line);
    const given = Object.entries(tag.attributes).map(([name, value]) => [localName(name), value] as const);
    const node: XmlNode = {
      name: localName(tag.name),
      attributes: given.length === 0 ? noAttributes : Object.fromEntries(given),
      children: [],
      text: '',
      from: Math.max(0, tagStart),
      to: text.length,
      lineNumber: parser.line,
    };
    const parent = open.at(-1);
    if (parent) parent.children.push(node);
    else root ??= node;
    open.push(node);
  });
  const addText = (part: string) => {
    const node = open.at(-1);
    // What indents elements is no text; a file of a year has a million of them.
    if (node && (node.text !== '' || part.trim() !== '')) node.text += part;
    if (node && node.text.length > longestText) throw new XmlFault('too_large', parser.line);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const node = open.pop();
    if (!node) return;
    node.to = parser.position;
    const parent = open.at(-1);
    if (parent && take?.(node, parent)) parent.children.pop();
  });
  parser.write(text).close();
  if (root === null) throw new XmlFault('not_xml', 1);
  return root;
}

/** The first element on a way of names. */
export function childOf(node: XmlNode | null, ...way: string[]): XmlNode | null {
  let found: XmlNode | null = node;
  for (const name of way) found = found?.children.find((child) => child.name === name) ?? null;
  return found;
}

export const childrenOf = (node: XmlNode | null, name: string): XmlNode[] =>
  node?.children.filter((child) => child.name === name) ?? [];

/** The text of the first element on a way, blanks at its ends taken off; null where there is none. */
export function textOf(node: XmlNode | null, ...way: string[]): string | null {
  const text = childOf(node, ...way)?.text.trim();
  return text ? text : null;
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// XML 1.0 has no way to write the other control characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is left out
const unwritable = /[\x00-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g;
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(unwritable, '')
    .replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);

/** An element with its text, or with elements inside; nothing where there is nothing in it. */
export function writeXml(
  name: string,
  inside: string | null | readonly string[],
  attributes: Readonly<Record<string, string>> = {},
): string {
  const text = typeof inside === 'string' ? escaped(inside) : (inside?.join('') ?? '');
  if (text === '') return '';
  const own = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${own.join('')}>${text}</${name}>`;
}
