import type { Language } from '../../../domain/vocabulary.ts';
import { formatDate, formatMoney } from '../../../i18n/formats.ts';
import { addDays, addMonths, type CalendarDate } from '../../../lib/calendar.ts';
import { sumCents } from '../../../lib/money.ts';
import { formatsThere, tenantFormats } from '../../account/format-rules.ts';
import type { DemoWords } from '../words.ts';
import { type Draft, found } from './paper-drafts.ts';
import type { DemoPlace } from './places.ts';
import type { Rows } from './rows.ts';

/** The folder of a landlord abroad: contracts, bills, a policy and pictures, without a word of German law. */
export function draftPapersAbroad(
  rows: Rows,
  of: { today: CalendarDate; language: Language; words: DemoWords; place: DemoPlace },
): Draft[] {
  const { papers: words, story } = of.words;
  const formats = tenantFormats(formatsThere(of.language, of.place.jurisdiction), of.place.jurisdiction);
  const money = (cents: number) => formatMoney(cents, of.place.currency, formats);
  const day = (on: CalendarDate) => formatDate(on, formats);
  const landlord = rows.landlord[0]?.name ?? '';
  const propertyOf = (id: string | null | undefined) =>
    found(rows.property, 'property', (row) => row.id === id);
  const house = found(rows.property, 'house', (row) => row.kind === 'multi_family');
  const flat = found(rows.property, 'flat', (row) => row.kind === 'apartment');

  const contracts = rows.lease
    .filter((lease) => lease.endsOn === null)
    .map(({ id = '', startsOn }): Draft => {
      const tenantId = rows.leaseTenant.find((row) => row.leaseId === id)?.tenantId;
      const tenant = found(rows.tenant, 'tenant', (row) => row.id === tenantId);
      const unitId = rows.leaseUnit.find((row) => row.leaseId === id)?.unitId;
      const unit = found(rows.unit, 'unit', (row) => row.id === unitId);
      const rent = found(rows.rent, 'rent', (row) => row.leaseId === id && row.reason === 'initial');
      const rentCents = sumCents(
        rows.rentLine.filter((row) => row.rentId === rent.id).map((row) => row.amountCents),
      );
      const deposit = rows.deposit.find((row) => row.leaseId === id);
      const on = addDays(startsOn, -21);
      const place = propertyOf(unit.propertyId);
      return {
        title: `${words.lease} ${tenant.lastName}`,
        category: 'lease',
        on,
        targets: [{ leaseId: id }, { tenantId: tenant.id }],
        paper: {
          from: landlord,
          to: `${tenant.firstName} ${tenant.lastName}`,
          dated: day(on),
          title: words.lease,
          facts: [
            [words.landlord, landlord],
            [words.tenant, `${tenant.firstName} ${tenant.lastName}`],
            [words.place, `${place.name}, ${place.city}, ${unit.name}`],
            [words.begins, day(startsOn)],
            ...(deposit ? [[words.deposit, money(deposit.agreedCents)] satisfies [string, string]] : []),
          ],
          amounts: [[words.perMonth, money(rentCents)]],
          paragraphs: Object.values(words.clausesAbroad),
          signatures: Object.values(words.signed),
        },
      };
    });

  const bills = rows.transaction
    .filter((row) => row.invoiceNumber)
    .map(({ id = '', title, payee, amountCents, invoiceNumber, invoiceOn, bookedOn, propertyId }): Draft => {
      const on = invoiceOn ?? bookedOn;
      return {
        title: `${words.invoice} ${payee} ${invoiceNumber}`,
        category: 'invoice',
        on,
        targets: [{ transactionId: id }],
        paper: {
          from: payee ?? '',
          to: landlord,
          dated: day(on),
          title: `${words.invoice}: ${title}`,
          facts: [
            [words.invoiceNumber, invoiceNumber ?? ''],
            [words.site, `${propertyOf(propertyId).name}, ${house.city}`],
          ],
          amounts: [[words.total, money(amountCents)]],
          paragraphs: [words.due],
          signatures: [],
        },
      };
    });

  const insurance = found(rows.recurring, 'insurance', (row) => row.title === story.insurance);
  const premium = rows.recurringAmount.find((row) => row.recurringId === insurance.id)?.amountCents ?? 0;
  const insuredUntil = addDays(addMonths(insurance.startsOn, 72), -1);
  return [
    ...contracts,
    ...bills,
    {
      title: words.policy,
      category: 'insurance',
      on: insurance.startsOn,
      validUntil: insuredUntil,
      targets: [{ propertyId: house.id }],
      paper: {
        from: insurance.payee ?? '',
        to: landlord,
        dated: day(insurance.startsOn),
        title: words.policy,
        facts: [
          [words.policyFacts.number, 'WG 4417-209-66'],
          [words.site, `${house.name}, ${house.city}`],
          [words.until, day(insuredUntil)],
        ],
        amounts: [[words.policyFacts.premium, money(premium)]],
        paragraphs: [words.policyNote],
        signatures: [],
      },
    },
    {
      title: `${words.facade} ${house.name}`,
      category: 'photo',
      on: addMonths(of.today, -9),
      targets: [{ propertyId: house.id }],
      picture: 'facade.png',
    },
    {
      title: `${words.plan} ${flat.name}`,
      category: 'plan',
      on: flat.purchasedOn ?? of.today,
      targets: [{ propertyId: flat.id }],
      picture: 'floor-plan.png',
    },
  ];
}
