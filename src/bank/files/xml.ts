import { SaxesParser } from 'saxes';
import { BankFileFault } from '../statement.ts';

/** An element without its prefix: banks choose prefixes freely, and the versions of a format differ in name spaces only. */
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
/** A booking has some forty: ten thousand of them fit. */
const MAX_ELEMENTS = 600_000;
/** What a cell of a spreadsheet can hold; texts of statements are far shorter. */
const MAX_TEXT = 32_767;
const localName = (name: string) => name.slice(name.indexOf(':') + 1);

const noAttributes: Record<string, string> = {};
/** Told of each element as it ends, with the one around it; what it has taken leaves the tree. */
export type TakeNode = (node: XmlNode, parent: XmlNode) => boolean;

/**
 * The root element, without what was taken on the way: a year of bookings is never held at once. A document type is refused before anything of it is read, so that no entity is ever declared.
 * Faults `not_xml` with the line, `doctype`, `too_deep`, `too_large`.
 */
export function readXml(text: string, take?: TakeNode): XmlNode {
  const parser = new SaxesParser({ position: true });
  const open: XmlNode[] = [];
  let root: XmlNode | null = null;
  let tagStart = 0;
  let elements = 0;
  parser.on('error', () => {
    throw new BankFileFault('not_xml', parser.line);
  });
  parser.on('doctype', () => {
    throw new BankFileFault('doctype', parser.line);
  });
  parser.on('opentagstart', (tag) => {
    tagStart = text.lastIndexOf(`<${tag.name}`, parser.position);
  });
  parser.on('opentag', (tag) => {
    elements += 1;
    if (elements > MAX_ELEMENTS) throw new BankFileFault('too_large', parser.line);
    if (open.length >= MAX_DEPTH) throw new BankFileFault('too_deep', parser.line);
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
    if (node && node.text.length > MAX_TEXT) throw new BankFileFault('too_large', parser.line);
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
  if (root === null) throw new BankFileFault('not_xml', 1);
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
