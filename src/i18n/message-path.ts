type Leaf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${Leaf<Tree[Key]>}`;
}[keyof Tree & string];

/** Whether a code that arrived at run time leads to a sentence in a part of the messages (`lease.overlap`). */
export function leadsToWords<Tree extends object>(tree: Tree | undefined, path: string): path is Leaf<Tree> {
  let node: unknown = tree;
  for (const step of path.split('.')) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, step)) return false;
    node = Reflect.get(node, step);
  }
  return typeof node === 'string' || Array.isArray(node); // read while building, one with placeholders is a list
}
