import { describe, expect, test } from 'vitest';
import type { ServiceRecord } from '@/statement/plant';
import { figuresOf, fillings, placeRecords, type RecordUser, textOfRecords, userKey } from './record-rules';

const period = { from: '2025-01-01', to: '2025-12-31' };
const user = (unit: string, from = period.from, to = period.to): RecordUser => ({
  ...{ unitId: `id of ${unit}`, leaseId: `lease since ${from}`, unit, from, to },
});
const record = (ownId: string, more: Partial<ServiceRecord> = {}): ServiceRecord => ({
  ...{ line: 1, serviceId: '', ownId, until: '2025-12-31', totalCents: 100, advancesCents: 0 },
  ...more,
});
const place = (
  records: ServiceRecord[],
  users: RecordUser[],
  services: { unitId: string; serviceId: string }[] = [],
) =>
  placeRecords(records, { users, services, period }).map((key) =>
    key === null ? null : users.findIndex((one) => userKey(one) === key),
  );

describe('whose figure a record is', () => {
  test('a unit of that name, however it is written', () => {
    expect(place([record('we  2'), record('WE 1'), record('WE 9')], [user('WE 1'), user('WE 2')])).toEqual([
      1,
      0,
      null,
    ]);
  });

  test('the number the service gave it before, where no unit has that name; a name of another unit is asked about', () => {
    const services = [{ unitId: 'id of WE 2', serviceId: '0000012340001' }];
    const of = (ownId: string) =>
      place([record(ownId, { serviceId: '0000012340001' })], [user('WE 1'), user('WE 2')], services);
    expect(of('0815')).toEqual([1]);
    expect(of('WE 2')).toEqual([1]);
    expect(of('WE 1')).toEqual([null]);
  });

  test('of two who had it, who left on that day; on another day of the year nobody for certain', () => {
    const users = [user('WE 1', period.from, '2025-06-30'), user('WE 1', '2025-07-01')];
    const on = (until: string) => place([record('WE 1', { until })], users);
    expect(on('2025-06-30')).toEqual([0]);
    expect(on('2025-12-31')).toEqual([1]);
    expect(on('2025-05-31')).toEqual([null]);
  });

  test('two units of one name, another year, and two records for one user are asked about', () => {
    const twins = [user('Flat'), { ...user('Flat'), unitId: 'another' }];
    expect(place([record('Flat')], twins)).toEqual([null]);
    expect(place([record('WE 1', { until: '2024-12-31' })], [user('WE 1')])).toEqual([null]);
    const [early, late] = [record('WE 1', { until: '2025-06-30' }), record('WE 1')];
    expect(place([early, late], [user('WE 1')])).toEqual([null, 0]);
    expect(place([late, { ...late, serviceId: '2' }], [user('WE 1')])).toEqual([null, null]);
  });
});

test('what was placed at one user is added up: 1.00 and 2.50 are 3.50; what is placed nowhere counts nowhere', () => {
  const records = [
    record('1', { totalCents: 100, serviceId: '7' }),
    record('2', { totalCents: 250, serviceId: '8' }),
    record('3'),
  ];
  expect([...figuresOf(records, ['a', 'a', null])]).toEqual([['a', { amountCents: 350, serviceId: '7' }]]);
});

describe('what a file writes into the grid', () => {
  const figures = (some: Record<string, number>) =>
    new Map(Object.entries(some).map(([key, amountCents]) => [key, { amountCents, serviceId: null }]));
  const saved = (key: string) => (key === 'a' ? 9_900 : null);

  test('once; answering for one record writes nothing over what was corrected for another', () => {
    expect([...fillings(figures({ a: 100, b: 200 }), new Map(), saved)]).toEqual([
      ['a', 100],
      ['b', 200],
    ]);
    expect([...fillings(figures({ a: 100, b: 200, c: 300 }), figures({ a: 100, b: 200 }), saved)]).toEqual([
      ['c', 300],
    ]);
  });

  test('what it says no more is as it was saved, or empty', () => {
    expect([...fillings(figures({ c: 300 }), figures({ a: 100, b: 200 }), saved)]).toEqual([
      ['c', 300],
      ['a', 9_900],
      ['b', null],
    ]);
  });
});

test('a record stays with its user when another one comes before', () => {
  const [first, late] = [user('WE 1', period.from, '2025-06-30'), user('WE 1', '2025-07-01')];
  const at = (users: RecordUser[]) => placeRecords([record('WE 1')], { users, services: [], period });
  expect(at([first, late])).toEqual(at([user('WE 0'), first, late]));
});

test('an umlaut is one character, in either writing of it', () => {
  expect(textOfRecords(new Uint8Array([0x44, 0xfc, 0x31]))).toBe('Dü1');
  expect(textOfRecords(new TextEncoder().encode('Dü1'))).toBe('Dü1');
});
