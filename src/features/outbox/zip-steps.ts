import 'server-only';
import { makeZip } from 'client-zip';
import { distinctNames, nameOfFile } from '../document/rules';

export type NamedFile = { name: string; bytes: Uint8Array<ArrayBuffer> };

/**
 * Letters as one ZIP, each printed when its turn comes, while the ones before it are sent, and followed by what comes with
 * it, each file asked for when its turn comes; null has no file any more.
 */
export function zipLetters<Own>(
  letters: readonly Own[],
  print: (own: Own, index: number) => Promise<AsyncIterable<NamedFile> | Iterable<NamedFile> | null>,
): ReadableStream<Uint8Array> {
  async function* printed() {
    const taken: string[] = [];
    for (const [index, own] of letters.entries()) {
      for await (const { name, bytes } of (await print(own, index)) ?? []) {
        taken.push(nameOfFile(name));
        yield { name: distinctNames(taken).at(-1) ?? name, lastModified: new Date(), input: bytes };
      }
    }
  }
  return makeZip(printed());
}
