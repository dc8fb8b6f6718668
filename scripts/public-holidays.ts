// Prints the rows of the table public_holiday as one SQL statement, for the migration that adds years:
//   node scripts/public-holidays.ts [first year] [last year] > drizzle/<migration>.sql
import { germanStates, publicHolidays } from '../src/features/rent/holidays.ts';

const [firstYear = 2015, lastYear = 2035] = process.argv.slice(2).map(Number);
if (!Number.isInteger(firstYear) || !Number.isInteger(lastYear) || lastYear < firstYear) {
  console.error('usage: node scripts/public-holidays.ts [first year] [last year]');
  process.exit(2);
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
const rows: string[] = [];
for (const state of germanStates) {
  for (let year = firstYear; year <= lastYear; year++) {
    for (const { day, nameCode, source } of publicHolidays(year, state)) {
      rows.push(`(${[`DE-${state}`, day, nameCode, source].map(quote).join(', ')})`);
    }
  }
}

process.stdout.write(
  `INSERT INTO "hausbuch"."public_holiday" ("state", "day", "name_code", "source") VALUES\n${rows.join(',\n')}\nON CONFLICT DO NOTHING;\n`,
);
