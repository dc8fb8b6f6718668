import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketFolder } from './files.ts';
import { parseFileSize, requireBucketName, requireKey, requireMimeType } from './keys.ts';

describe('keys', () => {
  it('that are accepted stay below their bucket, however they are read', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(fc.constantFrom('.', '..', '', 'a', '%2e')).map((p) => p.join('/')),
        ),
        (key) => {
          let accepted: string;
          try {
            accepted = requireKey(key);
          } catch {
            return;
          }
          const address = new URL(`http://host/bucket/${encodeURI(accepted).replace(/\?/g, '%3F')}`);
          expect(decodeURIComponent(address.pathname)).toBe(`/bucket/${accepted}`);
        },
      ),
    );
  });

  it.each(['3f0c/7d.pdf', "it's (1) & more!.pdf", 'a'.repeat(1024)])('accept %j', (key) => {
    expect(requireKey(key)).toBe(key);
  });
});

describe('folders of buckets', () => {
  const bucketName = fc.stringMatching(/^[A-Za-z0-9_!.*'() &$=@;:+,?-]{1,100}$/).filter((name) => {
    try {
      return requireBucketName(name) === name;
    } catch {
      return false;
    }
  });

  it('are plain names of their own for every bucket, apart from dot folders', () => {
    fc.assert(
      fc.property(bucketName, bucketName, (one, other) => {
        expect(bucketFolder(one)).toMatch(/^=?[a-z0-9_-]{1,200}$/);
        expect(bucketFolder(one) === bucketFolder(other)).toBe(one === other);
      }),
    );
  });
});

describe('types', () => {
  it.each([
    ['image/png', null, true],
    ['image/png', [], true],
    ['image/png', ['*'], true],
    ['image/png', ['image/*'], true],
    ['image/png', ['image/jpeg', 'image/png'], true],
    ['image/png', ['image/pn'], false],
    ['text/plain;charset=UTF-8', ['text/plain'], false],
    ['text/plain;charset=UTF-8', ['text/*'], true],
    ['image', null, false],
    ['image/png\r\nX: y', null, false],
    ['image/*', ['image/*'], false],
  ])('%j against %j: %s', (type, allowed, accepted) => {
    const check = () => requireMimeType(type, allowed);
    if (accepted) expect(check()).toBe(type);
    else expect(check).toThrow('is not supported');
  });
});

describe('sizes', () => {
  it.each([
    [5_242_880, 5_242_880],
    ['20mb', 20_000_000],
    ['1.5 KB', 1500],
    ['7', 7],
    ['2GB', 2_000_000_000],
  ])('%j is %i bytes', (text, bytes) => {
    expect(parseFileSize(text)).toBe(bytes);
  });

  it.each(['', 'mb', '-1mb', '1tb', 1.5, -1, Number.NaN])('%j is none', (text) => {
    expect(() => parseFileSize(text)).toThrow('Invalid file size');
  });
});
