/** The ways of writing one name: `parking-permit`, `parking permit`, `parkingPermit`, `ParkingPermit`, `parking_permit`. */
export type Names = Record<'kebab' | 'plain' | 'camel' | 'pascal' | 'snake' | 'title', string>;

/** What is written, before anything is: a plan that does not fit the files changes none of them. */
export type Plan = {
  /** New files, by their paths from the root. */
  files: Record<string, string>;
  /** How files that are there change. */
  edits: Record<string, (text: string) => string>;
  /** English words, by their keys; they go into every file of messages/ and wait there, marked, to be said in its language. */
  words: Record<string, string>;
  /** Of new keys: behind which one of the same branch they stand, where the order of a file is its own. */
  beside?: Record<string, string>;
  /** What only a person can say. */
  toDo: string[];
};

const reserved =
  /^(arguments|await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|eval|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|package|private|protected|public|return|router|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield)$/;

/** Of a noun in English, however it is written. */
export const pluralOf = (noun: string): string =>
  /(s|x|z|sh|ch)$/.test(noun)
    ? `${noun}es`
    : /[^aeiou]y$/.test(noun)
      ? `${noun.slice(0, -1)}ies`
      : `${noun}s`;

/** @throws Error with a sentence about a name that cannot be one */
export function namesOf(name: string): Names {
  const kebab = name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
  if (!/^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/.test(kebab) || reserved.test(kebab)) {
    throw new Error(`"${name}" is no name: write a noun like parking-permit or parkingPermit.`);
  }
  const words = kebab.split('-');
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  const plain = words.join(' ');
  return {
    kebab,
    plain,
    pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    snake: words.join('_'),
    title: plain.charAt(0).toUpperCase() + plain.slice(1),
  };
}
