/** Numbers that look random and are always the same for the same seed (xoshiro128**, Blackman and Vigna 2018). */
export type Random = {
  /** An integer from 0 to 2³² − 1. */
  bits(): number;
  /** An integer, both ends included. */
  between(min: number, max: number): number;
  /** True so many times of a hundred. */
  chance(percent: number): boolean;
  pick<T>(choices: readonly [T, ...T[]]): T;
};

const rotate = (value: number, by: number) => (value << by) | (value >>> (32 - by));

/** Spreads a text over four words of state (FNV-1a, then a mixing step per word). */
function spread(seed: string): [number, number, number, number] {
  let hash = 0x811c9dc5;
  for (let index = 0; index < seed.length; index += 1) {
    hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01000193);
  }
  const next = () => {
    hash = (hash + 0x9e3779b9) | 0;
    let word = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
    return word ^ (word >>> 16);
  };
  return [next(), next(), next(), next() | 1];
}

export function createRandom(seed: string): Random {
  let [a, b, c, d] = spread(seed);
  const bits = () => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return result;
  };
  const between = (min: number, max: number) => min + (bits() % (max - min + 1));
  return {
    bits,
    between,
    chance: (percent) => between(1, 100) <= percent,
    pick: (choices) => choices[between(0, choices.length - 1)] ?? choices[0],
  };
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

/** A time-ordered uuid (v7, RFC 9562) of an instant, in milliseconds. */
export function uuidAt(random: Random, at: number): string {
  const time = hex(at, 12);
  const [first, second, third] = [random.bits(), random.bits(), random.bits()];
  const variant = hex(0x8000 | (first & 0x3fff), 4);
  const head = `${time.slice(0, 8)}-${time.slice(8)}-7${hex(first >>> 20, 3)}`;
  return `${head}-${variant}-${hex(second, 8)}${hex(third & 0xffff, 4)}`;
}
