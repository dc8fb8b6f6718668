import { type Messages, namespaceOf, translatorCall } from './message-rules.ts';
import { type Finding, isNode, lineAt, type SourceFile, type SyntaxNode, stringOf, walk } from './source.ts';

const nodes = (value: unknown): SyntaxNode[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** The key asked for by `{t('edit')}`, its namespace before it; null for anything chosen at run time. */
function keyIn(container: unknown, namespaces: ReadonlyMap<string, string>): string | null {
  if (!isNode(container) || container.type !== 'JSXExpressionContainer' || !isNode(container.expression)) {
    return null;
  }
  const call = translatorCall(container.expression);
  const namespace = call && namespaces.get(call.name);
  const key = call && stringOf(call.argument);
  if (namespace === undefined || namespace === null || key === null) return null;
  return namespace === '' ? key : `${namespace}.${key}`;
}

const spoken = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ').trim();

/**
 * Names for ears that leave out the words for eyes (WCAG 2.5.3, Label in Name): whoever controls the page by voice
 * says what stands on the button. Axe sees those a browser walk comes by; this sees those whose words are written out.
 */
export function findMislabelled(languages: Record<string, Messages>, sources: SourceFile[]): Finding[] {
  const found: Finding[] = [];
  for (const source of sources) {
    const namespaces = new Map<string, string>();
    walk(source.program, (node) => {
      const namespace = node.type === 'VariableDeclarator' ? namespaceOf(node.init) : null;
      if (namespace !== null && isNode(node.id)) namespaces.set(String(node.id.name), namespace);
    });
    walk(source.program, (node) => {
      if (node.type !== 'JSXElement' || !isNode(node.openingElement)) return;
      const label = nodes(node.openingElement.attributes).find(
        ({ name }) => isNode(name) && name.name === 'aria-label',
      );
      const name = label && keyIn(label.value, namespaces);
      if (!name) return;
      for (const child of nodes(node.children)) {
        const seen = keyIn(child, namespaces);
        for (const [language, messages] of Object.entries(languages)) {
          const [heard, read] = [messages.get(name), seen === null ? undefined : messages.get(seen)];
          if (heard === undefined || read === undefined || read.includes('{')) continue;
          if (spoken(heard).includes(spoken(read))) continue;
          found.push({
            path: source.path,
            line: lineAt(source.text, node.start),
            message: `${language}: ${name} is heard as "${heard}" and seen as "${read}": the first must hold the second`,
          });
        }
      }
    });
  }
  return found;
}
