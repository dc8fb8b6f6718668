import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { sheetOf } from '../../../domain/sheet.ts';
import { vatContained } from '../../../domain/vat.ts';
import type { Language } from '../../../domain/vocabulary.ts';
import { defaultFormats, formatArea, formatDate, formatMoney } from '../../../i18n/formats.ts';
import { addDays, addMonths, type CalendarDate, minDate } from '../../../lib/calendar.ts';
import { sumCents } from '../../../lib/money.ts';
import { foldedText } from '../../../lib/search.ts';
import { documentPath } from '../../../storage/document-path.ts';
import { tenantFormats } from '../../account/format-rules.ts';
import { createRandom, uuidAt } from '../random-rules.ts';
import type { DemoWords } from '../words.ts';
import { noon } from './account.ts';
import { type DocumentRows, type Draft, found } from './paper-drafts.ts';
import { renderPaper } from './paper-pdf.ts';
import { draftPapersAbroad } from './papers-abroad.ts';
import { type DemoPlace, germany } from './places.ts';
import type { Rows } from './rows.ts';

// Drawn for this project.
const pictures = 'src/features/demo/pictures';

export type DemoFile = { path: string; mediaType: string; bytes: Uint8Array };

const mediaTypes = { pdf: 'application/pdf', png: 'image/png', jpg: 'image/jpeg' } as const;

/** What a landlord with these books would have in the folder: contracts, a handover, bills, a policy, pictures. */
function draftPapers(rows: Rows, of: { today: CalendarDate; language: Language; words: DemoWords }): Draft[] {
  const { papers: words, story } = of.words;
  const formats = tenantFormats(defaultFormats(of.language), germany.jurisdiction);
  const money = (cents: number) => formatMoney(cents, 'EUR', formats);
  const day = (on: CalendarDate) => formatDate(on, formats);
  const landlord = rows.landlord[0]?.name ?? '';
  const property = (name: string) => found(rows.property, name, (row) => row.name === name);
  const address = (row: Rows['property'][number]) =>
    `${row.street} ${row.houseNumber}, ${row.postalCode} ${row.city}`;
  const unitOf = (leaseId: string) => {
    const unitId = rows.leaseUnit.find((row) => row.leaseId === leaseId)?.unitId;
    return found(rows.unit, 'unit', (row) => row.id === unitId);
  };
  const placeOf = (leaseId: string) => {
    const unit = unitOf(leaseId);
    return `${address(found(rows.property, 'property', (row) => row.id === unit.propertyId))}, ${unit.name}`;
  };
  const leaseOf = (lastName: string) => {
    const tenant = found(rows.tenant, lastName, (row) => row.lastName === lastName);
    const leaseId = rows.leaseTenant.find((row) => row.tenantId === tenant.id)?.leaseId;
    const lease = found(rows.lease, 'lease', (row) => row.id === leaseId);
    return { tenant, lease, name: `${tenant.firstName} ${tenant.lastName}` };
  };

  const contract = (lastName: string): Draft => {
    const { tenant, lease, name } = leaseOf(lastName);
    const unit = unitOf(lease.id);
    const area = rows.unitPeriod.find((row) => row.unitId === unit.id)?.areaSqm100 ?? null;
    const rent = found(rows.rent, 'rent', (row) => row.leaseId === lease.id && row.reason === 'initial');
    const lines = rows.rentLine.filter((row) => row.rentId === rent.id);
    const deposit = rows.deposit.find((row) => row.leaseId === lease.id);
    const label = { net: words.net, operating_costs: words.operating_costs, heating: words.heating };
    const on = addDays(lease.startsOn, -21);
    return {
      title: `${words.lease} ${lastName}`,
      category: 'lease',
      on,
      targets: [{ leaseId: lease.id }, { tenantId: tenant.id }],
      paper: {
        from: landlord,
        to: name,
        dated: day(on),
        title: words.lease,
        facts: [
          [words.landlord, landlord],
          [words.tenant, name],
          [words.place, placeOf(lease.id)],
          ...(area === null ? [] : [[words.area, formatArea(area, formats)] satisfies [string, string]]),
          [words.begins, day(lease.startsOn)],
          ...(deposit ? [[words.deposit, money(deposit.agreedCents)] satisfies [string, string]] : []),
        ],
        amounts: [
          ...lines.map(({ component, amountCents }): [string, string] => [
            component === 'net' || component === 'operating_costs' || component === 'heating'
              ? label[component]
              : component,
            money(amountCents),
          ]),
          [words.perMonth, money(sumCents(lines.map((line) => line.amountCents)))],
        ],
        paragraphs: Object.values(words.clauses),
        signatures: Object.values(words.signed),
      },
    };
  };

  const bill = (invoiceNumber: string): Draft => {
    const booked = found(rows.transaction, invoiceNumber, (row) => row.invoiceNumber === invoiceNumber);
    const { title, payee, amountCents, labourCents = 0, vatRateBp = 0, invoiceOn, propertyId } = booked;
    const site = found(rows.property, 'property', (row) => row.id === propertyId);
    return {
      title: `${words.invoice} ${payee} ${invoiceNumber}`,
      category: 'invoice',
      on: invoiceOn ?? booked.bookedOn,
      targets: [{ transactionId: booked.id }],
      paper: {
        from: payee ?? '',
        to: landlord,
        dated: day(invoiceOn ?? booked.bookedOn),
        title: `${words.invoice}: ${title}`,
        facts: [
          [words.invoiceNumber, invoiceNumber],
          [words.site, address(site)],
        ],
        amounts: [
          ...(labourCents > 0 ? [[words.labour, money(labourCents)] satisfies [string, string]] : []),
          [words.vat, money(vatContained(amountCents, vatRateBp))],
          [words.total, money(amountCents)],
        ],
        paragraphs: [words.due],
        signatures: [],
      },
    };
  };

  const certificate = (site: ReturnType<typeof property>): Draft => {
    const until = site.energyCertificateValidUntil ?? of.today;
    const on = addMonths(until, -120);
    const facts = words.certificateFacts;
    return {
      title: `${words.certificate} ${site.street} ${site.houseNumber}`,
      category: 'energy_certificate',
      on,
      validUntil: until,
      targets: [{ propertyId: site.id }],
      paper: {
        from: 'Ingenieurbüro Sommerfeld',
        to: landlord,
        dated: day(on),
        title: words.certificate,
        facts: [
          [words.site, address(site)],
          [facts.built, String(site.yearBuilt)],
          [facts.class, site.energyClass ?? ''],
          [facts.use, `${Math.round((site.energyUse10 ?? 0) / 10)} kWh/(m²·a)`],
          [facts.until, day(until)],
        ],
        amounts: [],
        paragraphs: [words.certificateNote],
        signatures: [],
      },
    };
  };

  const taxNotice = (site: ReturnType<typeof property>): Draft => {
    const booked = found(
      rows.transaction,
      'tax',
      (row) => row.propertyId === site.id && row.title === story.propertyTax,
    );
    const dated = booked.invoiceOn ?? booked.bookedOn;
    return {
      title: `${words.taxNotice} ${site.street} ${site.houseNumber}`,
      category: 'invoice',
      on: dated,
      targets: [{ transactionId: booked.id }],
      paper: {
        from: booked.payee ?? '',
        to: landlord,
        dated: day(dated),
        title: words.taxNotice,
        facts: [
          [words.taxNumber, booked.invoiceNumber ?? ''],
          [words.site, address(site)],
        ],
        amounts: [[words.total, money(booked.amountCents)]],
        paragraphs: [words.taxNote],
        signatures: [],
      },
    };
  };

  const house = property(story.leipzig);
  const flat = property(story.prenzlauerBerg);
  const moved = leaseOf('Demir');
  const movedIn = found(rows.handover, 'handover', (row) => row.leaseId === moved.lease.id);
  const insurance = found(
    rows.recurring,
    'insurance',
    (row) => row.propertyId === house.id && row.title === story.insurance,
  );
  const premium = rows.recurringAmount.findLast((row) => row.recurringId === insurance.id)?.amountCents ?? 0;
  const insuredUntil = addDays(addMonths(insurance.startsOn, 72), -1);
  const chimney = rows.transaction
    .filter((row) => row.title === story.chimney && row.invoiceNumber)
    .toSorted((a, b) => (a.bookedOn < b.bookedOn ? -1 : 1))
    .at(-1);
  return [
    contract('Nguyen'),
    contract('Yıldız'),
    contract('Demir'),
    {
      title: `${words.handover} ${unitOf(moved.lease.id).name}`,
      category: 'handover',
      on: moved.lease.startsOn,
      targets: [{ leaseId: moved.lease.id }, { tenantId: moved.tenant.id }],
      paper: {
        from: landlord,
        to: moved.name,
        dated: day(moved.lease.startsOn),
        title: words.handover,
        facts: [
          [words.place, placeOf(moved.lease.id)],
          ...Object.values(words.handoverFacts).map(({ label, value }): [string, string] => [label, value]),
        ],
        amounts: [],
        paragraphs: Object.values(words.handoverNotes),
        signatures: Object.values(words.signed),
      },
    },
    {
      title: words.meter,
      category: 'photo',
      on: moved.lease.startsOn,
      targets: [{ leaseId: moved.lease.id }, { handoverId: movedIn.id }],
      picture: 'meter.jpg',
    },
    certificate(property(story.kreuzberg)),
    certificate(house),
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
          [words.site, address(house)],
          [words.policyFacts.insured, words.insured],
          [words.until, day(insuredUntil)],
        ],
        amounts: [[words.policyFacts.premium, money(premium)]],
        paragraphs: [words.policyNote],
        signatures: [],
      },
    },
    ...['21-0877', '3319', '2291-B', chimney?.invoiceNumber ?? ''].map(bill),
    {
      title: `${words.facade} ${house.street} ${house.houseNumber}`,
      category: 'photo',
      on: addMonths(of.today, -9),
      targets: [{ propertyId: house.id }],
      picture: 'facade.png',
    },
    {
      title: `${words.plan} ${flat.street} ${flat.houseNumber}`,
      category: 'plan',
      on: flat.purchasedOn ?? of.today,
      targets: [{ propertyId: flat.id }],
      picture: 'floor-plan.png',
    },
    taxNotice(property(story.kreuzberg)),
  ];
}

/**
 * The papers of a demo portfolio as files and as the rows that name them, always the same ids for the same
 * portfolio. The rows say `checked`: the worker reads the files as it does all others.
 */
export async function makeDocuments(
  rows: Rows,
  of: {
    portfolioId: string;
    userId: string;
    today: CalendarDate;
    language: Language;
    words: DemoWords;
    place?: DemoPlace;
  },
): Promise<{ rows: DocumentRows; files: DemoFile[] }> {
  const { portfolioId, userId } = of;
  const random = createRandom(`papers ${portfolioId}`);
  const made: DocumentRows = { document: [], documentVersion: [], documentLink: [] };
  const files: DemoFile[] = [];
  const { place = germany } = of;
  const sheet = sheetOf(place.jurisdiction) ?? 'A4';
  const drafts =
    place.jurisdiction === 'DE' ? draftPapers(rows, of) : draftPapersAbroad(rows, { ...of, place });
  for (const draft of drafts) {
    const on = minDate(draft.on, of.today);
    const newId = () => uuidAt(random, noon(on).getTime());
    const [documentId, versionId] = [newId(), newId()];
    const bytes =
      'paper' in draft
        ? await renderPaper({ ...draft.paper, language: of.language, sheet, foot: of.words.papers.madeUp })
        : await fs.readFile(path.join(/* turbopackIgnore: true */ process.cwd(), pictures, draft.picture));
    const extension = 'paper' in draft ? 'pdf' : draft.picture.endsWith('.png') ? 'png' : 'jpg';
    const fileName = `${draft.title}.${extension}`;
    const storagePath = documentPath({ portfolioId, documentId, versionId, extension });
    const stamps = { createdAt: noon(on) };
    files.push({ path: storagePath, mediaType: mediaTypes[extension], bytes });
    made.document.push({
      portfolioId,
      id: documentId,
      title: draft.title,
      category: draft.category,
      validUntil: draft.validUntil ?? null,
      state: 'checked',
      currentVersionId: versionId,
      searchText: foldedText(`${draft.title} ${fileName}`),
      version: 1,
      ...stamps,
      updatedAt: noon(on),
    });
    made.documentVersion.push({
      portfolioId,
      id: versionId,
      documentId,
      number: 1,
      state: 'checked',
      fileName,
      mediaType: mediaTypes[extension],
      sizeBytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      storagePath,
      uploadedBy: userId,
      checkedAt: noon(on),
      ...stamps,
    });
    for (const target of draft.targets) {
      made.documentLink.push({ portfolioId, id: newId(), documentId, ...target, ...stamps });
    }
  }
  return { rows: made, files };
}
