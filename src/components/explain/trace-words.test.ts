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
    for (const [rule, { title, text, ...elsewhere }] of Object.entries(Explain.rules)) {
      for (const said of [text, ...Object.values(elsewhere)])
        expect(said, rule).toMatch(/^[A-ZÄÖÜ].{20,}[.]$/);
      expect(title, rule).not.toMatch(/[.]$/);
    }
  });

  test('what is explained abroad says nothing of German consumers and yearly steps', () => {
    const { reminder, step_rent, deposit_hold_back } = Explain.rules;
    for (const { textElsewhere } of [reminder, step_rent, deposit_hold_back])
      expect(textElsewhere).not.toMatch(/consumer|Verbraucher|year|Jahr/);
  });
});
