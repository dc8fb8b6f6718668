import { builtInRows } from '../../src/features/category/built-in-facts.ts';
import { noon } from '../../src/features/demo/commands/account.ts';
import { openBooks } from '../../src/features/demo/commands/books.ts';
import { germany } from '../../src/features/demo/commands/places.ts';
import type { Rows } from '../../src/features/demo/commands/rows.ts';
import { lines, onTime } from '../../src/features/demo/commands/story-parts.ts';
import { uuidAt } from '../../src/features/demo/random-rules.ts';
import { addDays, type CalendarDate, yearOf } from '../../src/lib/calendar.ts';

/** What a statement of 200 flats is measured with: so many lines, changes of tenant and meters. */
export const HOUSE = { units: 200, lines: 40, changes: 60, meters: 600 };

const keys = ['area', 'persons', 'units'] as const;
/** What may be passed on without being named (§ 2 nos. 1–16 BetrKV), heat aside, which is shared out otherwise. */
const codes = builtInRows.filter(
  ({ betrkvNo }) => betrkvNo !== null && betrkvNo < 17 && ![4, 5, 6].includes(betrkvNo),
);
const measured = ['cold_water', 'warm_water', 'electricity'] as const;

/** One house in a portfolio of its own, with accounts, costs and readings of a year that is over; nothing of it is to be mended. */
export function makeStatementHouse(of: { portfolioId: string; userId: string; today: CalendarDate }): {
  rows: Rows;
  propertyId: string;
  period: { from: CalendarDate; to: CalendarDate };
} {
  const { portfolioId, today } = of;
  const year = yearOf(today) - 1;
  const period = { from: `${year}-01-01`, to: `${year}-12-31` };
  const books = openBooks({ ...of, seed: '3', openedOn: period.from, language: 'de', place: germany });
  books.found({
    name: 'Statements',
    landlord: 'Demo GmbH',
    home: { country: 'DE' },
    iban: 'DE02120300000000202051',
  });
  const propertyId = books.addProperty({
    ...{ name: 'Lindenhof', kind: 'multi_family', street: 'Lindenstraße', houseNumber: '1' },
    ...{ postalCode: '10969', city: 'Berlin', state: 'DE-BE', country: 'DE', statementStartMonth: 1 },
  });
  const homes = Array.from({ length: HOUSE.units }, (_, at) => {
    const areaSqm100 = 4_000 + ((at * 371) % 8_000);
    const unit = {
      propertyId,
      kind: 'apartment' as const,
      floor: null,
      rooms10: null,
      askingRentCents: null,
    };
    const name = `Whg. ${String(at + 1).padStart(3, '0')}`;
    // In the first flats somebody moves on a day of the year, each on another one.
    const changesOn = at < HOUSE.changes ? addDays(period.from, 20 + at * 5) : null;
    return { at, changesOn, unitId: books.addUnit({ ...unit, name, areaSqm100 }) };
  });
  for (const { at, changesOn, unitId } of homes) {
    const letTo = (startsOn: CalendarDate, endsOn: CalendarDate | null, persons: number) =>
      books.addLease({
        unitIds: [unitId],
        tenantIds: [
          books.addTenant({ firstName: 'Ina', lastName: `Beck ${at + 1}`, email: null, phone: null }),
        ],
        ...{ startsOn, endsOn, persons, state: 'BE', pays: onTime, depositCents: null },
        rents: [{ validFrom: startsOn, reason: 'initial', lines: lines(600_00, 150_00) }],
        ...(endsOn && { notice: { givenOn: addDays(endsOn, -90), by: 'tenant' as const } }),
      });
    letTo(`${year - 5}-01-01`, changesOn && addDays(changesOn, -1), 1 + (at % 5));
    if (changesOn) letTo(changesOn, null, 2 + (at % 5));
  }
  const costs = [
    ...keys.flatMap((key) => codes.map(({ code }) => ({ code, key }))),
    { code: 'water' as const, key: 'consumption' as const },
  ];
  for (const [at, { code, key }] of costs.slice(0, HOUSE.lines).entries()) {
    const startsOn = addDays(period.from, 30 + at);
    books.addRecurring({
      ...{
        propertyId,
        category: code as 'water',
        title: `${code} ${key}`,
        payee: 'Stadtwerke',
        recoverableKey: key,
      },
      ...{ everyMonths: 12, startsOn, endsOn: startsOn },
      amounts: [{ validFrom: startsOn, amountCents: 10_000_03 + at * 7_919 }],
    });
  }
  const rows = books.take();
  const opened = addDays(period.from, -1);
  const stamps = { version: 1, createdAt: noon(opened), updatedAt: noon(opened) };
  for (const { at, changesOn, unitId } of homes) {
    for (const kind of measured) {
      const meterId = uuidAt(books.random, noon(opened).getTime());
      const place = { portfolioId, id: meterId, propertyId, unitId, location: null };
      const number = `${kind}-${at + 1}`;
      const measure = kind === 'electricity' ? ('kwh' as const) : ('m3' as const);
      rows.meter.push({ ...place, kind, measure, number, ...stamps });
      const run = 20_000 + at * 173;
      const shown = [[opened, run] as const, ...(changesOn ? [[changesOn, run + 7_000] as const] : [])];
      for (const [readOn, readingThousandths] of [...shown, [period.to, 2 * run] as const]) {
        const own = { createdAt: noon(readOn), recordedBy: null, handoverId: null };
        const id = uuidAt(books.random, noon(readOn).getTime());
        rows.meterReading.push({ portfolioId, id, meterId, readOn, readingThousandths, ...own });
      }
    }
  }
  return { rows, propertyId, period };
}
