import { describe, expect, test } from 'vitest';
import { inputNames, ruleNames, traceWords } from '@/domain/trace-names';
import de from '../../../messages/de.json';
import en from '../../../messages/en.json';

describe.each([
  ['en', en],
  ['de', de],
])('%s', (_language, { Explain }) => {
  test('every name a trace may carry has words', () => {
    expect(Object.keys(Explain.rules).sort()).toEqual([...ruleNames].sort());
    expect(Object.keys(Explain.inputs).sort()).toEqual([...inputNames].sort());
    expect(Object.keys(Explain.words).sort()).toEqual([...traceWords].sort());
  });

  test('every rule says in a sentence what it does', () => {
    for (const [rule, { title, text }] of Object.entries(Explain.rules)) {
      expect(text, rule).toMatch(/^[A-ZÄÖÜ].{20,}[.]$/);
      expect(title, rule).not.toMatch(/[.]$/);
    }
  });
});
