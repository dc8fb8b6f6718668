import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';

/** Letters a font for Western Europe has, so that a page looks as it does with real words. */
const accents: Record<string, string> = Object.fromEntries(
  [...'AÀ EÉ IÎ OÖ UÛ YÝ CÇ NÑ SŠ ZŽ aà eé iî oö uû yý cç nñ sš zž'.split(' ')].map((pair) => [...pair]),
);

function growLetters(text: string): string {
  return text.replace(/\p{L}/gu, (letter) => {
    const other = accents[letter] ?? letter;
    return /[aeiouy]/.test(letter) ? other + other : other;
  });
}

/** 40 % longer than it was, within its own words: vowels twice, what is missing then at the end of the last word. */
function grow(text: string): string {
  const letters = (one: string) => [...one].filter((sign) => /\p{L}/u.test(sign)).length;
  const grown = growLetters(text);
  const missing = Math.ceil(letters(text) * 1.4) - letters(grown);
  return missing > 0 ? grown.replace(/(\p{L})(?=\P{L}*$)/u, `$1${'ö'.repeat(missing)}`) : grown;
}

function growAll(elements: MessageFormatElement[]): MessageFormatElement[] {
  return elements.map((element) => {
    if (element.type === TYPE.literal) return { ...element, value: grow(element.value) };
    if (element.type === TYPE.tag) return { ...element, children: growAll(element.children) };
    if (element.type === TYPE.select || element.type === TYPE.plural) {
      const options = Object.entries(element.options).map(([name, option]) => [
        name,
        { ...option, value: growAll(option.value) },
      ]);
      return { ...element, options: Object.fromEntries(options) };
    }
    return element;
  });
}

/** A message in a language nobody speaks: accents, 40 % longer, in brackets; what is filled in stays as it is. */
export const pseudoMessage = (message: string) => `⟦${printAST(growAll(parse(message)))}⟧`;

/** A whole file of messages. */
export function pseudoMessages(tree: unknown): unknown {
  if (typeof tree === 'string') return pseudoMessage(tree);
  if (typeof tree !== 'object' || tree === null) return tree;
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, pseudoMessages(value)]));
}
