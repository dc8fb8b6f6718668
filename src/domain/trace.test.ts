import { expect, test } from 'vitest';
import { citedSources } from './trace';

test('abroad an explanation cites banks, standards and American law, and no German law', () => {
  const sources = [
    'SEPA Credit Transfer Rulebook (EPC125-05)',
    'TARGET',
    'EPC069-12',
    'IRC § 168 (c)',
    'IRS Pub. 527',
    'BGB § 286',
    'BGH VIII ZR 71/05',
  ];
  expect(citedSources({ sources }, true)).toEqual(sources);
  expect(citedSources({ sources }, false)).toEqual(sources.slice(0, 5));
});
