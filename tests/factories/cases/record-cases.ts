import { randomUUID } from 'node:crypto';
import { handoverContent, monthStart, today } from '../records.ts';
import { firstHalf, secondHalf } from '../settled.ts';
import { type ProcedureCase, seen } from './procedure-case.ts';

/** Calls about what is let and to whom, with its documents, meters and hand-overs. */
export const recordCases: Record<string, ProcedureCase> = {
  'property.list': { rung: 'member', input: () => ({ search: 'haus', limit: 10 }) },
  'property.cities': { rung: 'member' },
  'property.get': { rung: 'member', input: (ids) => ({ id: ids.property }) },
  'property.create': {
    rung: 'manager',
    input: () => ({ id: randomUUID(), unitId: randomUUID(), name: 'Neubau', kind: 'house', country: 'DE' }),
  },
  'property.update': {
    rung: 'manager',
    input: (ids) => ({ ...seen(ids.property), name: 'Altbau', kind: 'house', country: 'DE' }),
  },
  'property.setOwners': {
    rung: 'manager',
    input: (ids) => ({
      propertyId: ids.property,
      version: 1,
      owners: [{ landlordId: ids.landlord, shareNumerator: 1, shareDenominator: 2 }],
    }),
  },
  'property.setCover': {
    rung: 'manager',
    input: (ids) => ({ ...seen(ids.property), documentId: null }),
  },
  'property.setValuations': {
    rung: 'manager',
    input: (ids) => ({
      propertyId: ids.property,
      version: 1,
      valuations: [{ valuedOn: today(), valueCents: 30_000_000, source: 'Gutachten' }],
    }),
  },
  'property.archive': { rung: 'manager', input: (ids) => seen(ids.property) },
  'property.restore': { rung: 'manager', input: (ids) => seen(ids.property) },
  'property.archiveRows': { rung: 'manager', input: (ids) => ({ rows: [seen(ids.property)] }) },
  'property.restoreRows': { rung: 'manager', input: (ids) => ({ rows: [seen(ids.property)] }) },
  'property.deletePreview': { rung: 'owner', input: (ids) => ({ id: ids.property }) },
  'property.delete': {
    rung: 'owner',
    input: (ids, { propertyName }) => ({ id: ids.property, typedName: propertyName }),
  },
  'costAgreement.get': { rung: 'member', input: (ids) => ({ leaseId: ids.lease }) },
  'costAgreement.set': {
    rung: 'manager',
    input: (ids) => ({
      leaseId: ids.lease,
      ...seen(ids.agreement),
      agreesAll: false,
      named: [{ categoryId: ids.category, key: 'persons' }],
    }),
  },
  'costAgreement.clear': {
    rung: 'manager',
    input: (ids) => ({ leaseId: ids.lease, ...seen(ids.agreement) }),
  },
  'costSharing.get': { rung: 'member', input: (ids) => ({ propertyId: ids.property }) },
  'costSharing.set': {
    rung: 'manager',
    input: (ids) => ({
      ...{ propertyId: ids.property, version: 1, vacantPersons: 2 },
      ...{ categoryId: ids.category, key: 'area', principle: 'payment', ...secondHalf() },
      ...{ byHand: [{ leaseId: ids.lease, amountCents: 5_000 }], byHandReason: 'Absprache im Haus' },
    }),
  },
  'association.list': { rung: 'member', input: (ids) => ({ propertyId: ids.property }) },
  'association.year': {
    rung: 'member',
    input: (ids) => ({ associationId: ids.association, ...secondHalf() }),
  },
  'association.create': {
    rung: 'manager',
    input: (ids) => ({
      ...{ id: randomUUID(), propertyId: ids.property, unitId: ids.unit },
      ...{ name: 'WEG Lindenstraße 5', manager: 'Verwaltung Krause' },
    }),
  },
  'association.update': {
    rung: 'manager',
    input: (ids) => ({ ...seen(ids.association), name: 'WEG Am Ring 3', manager: null }),
  },
  'association.delete': { rung: 'manager', input: (ids) => seen(ids.association) },
  'association.setYear': {
    rung: 'manager',
    input: (ids) => ({
      ...{ associationId: ids.association, ...secondHalf() },
      lines: [{ id: randomUUID(), name: 'Reparaturen', key: 'MEA', totalCents: 80_000, ownCents: 6_800 }],
    }),
  },
  'association.clearYear': {
    rung: 'manager',
    input: (ids) => ({ associationId: ids.association, ...seen(ids.associationPaper) }),
  },
  'association.noteEffort': {
    rung: 'manager',
    input: (ids) => ({
      ...{ id: randomUUID(), associationId: ids.association, ...secondHalf() },
      ...{ askedOn: today(), way: 'letter', note: 'Nach der Abrechnung gefragt' },
    }),
  },
  'association.removeEffort': { rung: 'manager', input: (ids) => seen(ids.effort) },
  'heating.list': { rung: 'member', input: (ids) => ({ propertyId: ids.property }) },
  'heating.year': { rung: 'member', input: (ids) => ({ plantId: ids.plant, ...secondHalf() }) },
  'heating.create': {
    rung: 'manager',
    input: (ids) => ({ id: randomUUID(), propertyId: ids.property, name: 'Gaskessel Hinterhaus' }),
  },
  'heating.update': {
    rung: 'manager',
    input: (ids) => ({ ...seen(ids.plant), name: 'Ölkessel', makesHotWater: true, hasStock: true }),
  },
  'heating.delete': { rung: 'manager', input: (ids) => seen(ids.plant) },
  'heating.setYear': {
    rung: 'manager',
    input: (ids) => ({ plantId: ids.plant, ...secondHalf(), co2Grams: 4_500_000, co2CostCents: 24_750 }),
  },
  'costStatement.periods': { rung: 'member', input: (ids) => ({ propertyId: ids.property }) },
  'costStatement.send': {
    rung: 'manager',
    input: (ids) => ({ id: randomUUID(), propertyId: ids.property, ...secondHalf() }),
  },
  'costStatement.agreeAdvances': {
    rung: 'manager',
    input: (ids) => ({ propertyId: ids.property, ...firstHalf(), leaseIds: [ids.lease] }),
  },
  'costStatement.sendLetters': {
    rung: 'manager',
    input: (ids) => ({ propertyId: ids.property, ...firstHalf(), version: 1, way: 'post', language: 'de' }),
  },
  'costStatement.enclosable': {
    rung: 'member',
    input: (ids) => ({ propertyId: ids.property, from: '2024-01-01', to: '2024-12-31', search: '' }),
  },
  'costStatement.letters': {
    rung: 'member',
    input: (ids) => ({ propertyId: ids.property, from: '2020-01-01', to: '2020-12-31' }),
  },
  'costStatement.get': {
    rung: 'member',
    input: (ids) => ({
      propertyId: ids.property,
      from: `${today().slice(0, 4)}-01-01`,
      to: `${today().slice(0, 4)}-12-31`,
    }),
  },
  'unit.list': { rung: 'member', input: (ids) => ({ propertyId: ids.property }) },
  'occupancy.ofProperty': { rung: 'member', input: (ids) => ({ propertyId: ids.property }) },
  'setup.enterHomes': {
    rung: 'manager',
    input: () => ({
      language: 'de',
      places: [
        {
          id: randomUUID(),
          name: 'Am Ring 3',
          kind: 'multi_family',
          country: 'DE',
          homes: [
            {
              unitId: randomUUID(),
              name: 'Links',
              lease: {
                id: randomUUID(),
                tenants: [{ id: randomUUID(), name: 'Cleo Wolf' }],
                startsOn: monthStart(),
                netCents: 70_000,
              },
            },
          ],
        },
      ],
    }),
  },
  'unit.create': {
    rung: 'manager',
    input: (ids) => ({
      id: randomUUID(),
      propertyId: ids.property,
      name: 'Garage',
      kind: 'parking',
      availableFrom: '2025-07-01',
    }),
  },
  'unit.update': {
    rung: 'manager',
    input: (ids) => ({ ...seen(ids.unit), name: 'Dachgeschoss', kind: 'apartment' }),
  },
  'unit.setPeriod': {
    rung: 'manager',
    input: (ids) => ({ unitId: ids.unit, validFrom: today(), areaSqm100: 6_000, ownUse: true, persons: 2 }),
  },
  'unit.removePeriod': {
    rung: 'manager',
    input: (ids) => ({ unitId: ids.spareUnit, ...seen(ids.spareFacts), validFrom: '2099-01-01' }),
  },
  'unit.periods': { rung: 'member', input: (ids) => ({ unitId: ids.unit }) },
  'unit.archive': { rung: 'manager', input: (ids) => seen(ids.spareUnit) },
  'unit.restore': { rung: 'manager', input: (ids) => seen(ids.spareUnit) },
  'unit.delete': { rung: 'manager', input: (ids) => seen(ids.spareUnit) },
  'tenant.list': { rung: 'member', input: () => ({ search: 'schmidt', only: ['current'], sort: 'ends' }) },
  'tenant.get': { rung: 'member', input: (ids) => ({ id: ids.tenant }) },
  'tenant.create': {
    rung: 'manager',
    input: () => ({ id: randomUUID(), kind: 'person', lastName: 'Neu', letterLanguage: 'de' }),
  },
  'tenant.update': {
    rung: 'manager',
    input: (ids) => ({ ...seen(ids.tenant), kind: 'person', lastName: 'Anders', letterLanguage: 'en' }),
  },
  'tenant.archive': { rung: 'manager', input: (ids) => seen(ids.spareTenant) },
  'tenant.restore': { rung: 'manager', input: (ids) => seen(ids.spareTenant) },
  'tenant.archiveRows': { rung: 'manager', input: (ids) => ({ rows: [seen(ids.spareTenant)] }) },
  'tenant.restoreRows': { rung: 'manager', input: (ids) => ({ rows: [seen(ids.spareTenant)] }) },
  'tenant.deletePreview': { rung: 'owner', input: (ids) => ({ id: ids.tenant }) },
  'tenant.delete': {
    rung: 'owner',
    input: (ids, { tenantName }) => ({ id: ids.tenant, typedName: tenantName }),
  },
  'document.list': {
    rung: 'member',
    input: (ids) => ({ on: { kind: 'tenant', id: ids.tenant }, search: 'Vertrag', shelf: 'kept' }),
  },
  'document.thumbnails': { rung: 'member', input: (ids) => ({ ids: [ids.document] }) },
  'document.get': { rung: 'member', input: (ids) => ({ id: ids.document }) },
  'document.usage': { rung: 'member' },
  'document.findSame': { rung: 'member', input: () => ({ sha256s: ['0'.repeat(64)] }) },
  'document.findTargets': { rung: 'member', input: () => ({ search: 'schmidt' }) },
  'document.fileUrl': {
    rung: 'member',
    input: (ids) => ({ id: ids.document, versionId: ids.file, use: 'save' }),
  },
  'document.requestUpload': {
    rung: 'manager',
    input: (ids) => ({
      documentId: randomUUID(),
      versionId: randomUUID(),
      fileName: 'Übergabe.pdf',
      sizeBytes: 1_000,
      title: 'Übergabe',
      category: 'handover',
      links: [
        { kind: 'property', id: ids.property },
        { kind: 'unit', id: ids.unit },
        { kind: 'tenant', id: ids.tenant },
        { kind: 'lease', id: ids.lease },
      ],
    }),
  },
  'document.requestVersion': {
    rung: 'manager',
    input: (ids) => ({
      documentId: ids.document,
      versionId: randomUUID(),
      fileName: 'neu.pdf',
      sizeBytes: 1_000,
    }),
  },
  'document.confirmUpload': { rung: 'manager', input: (ids) => ({ versionId: ids.arriving }) },
  'document.cancelUpload': { rung: 'manager', input: (ids) => ({ versionId: ids.arriving }) },
  'document.update': {
    rung: 'manager',
    input: (ids) => ({ id: ids.document, version: 2, title: 'Anders', category: 'lease' }),
  },
  'document.setLinks': {
    rung: 'manager',
    input: (ids) => ({ id: ids.document, version: 2, links: [{ kind: 'unit', id: ids.unit }] }),
  },
  'document.delete': { rung: 'manager', input: (ids) => ({ ids: [ids.document] }) },
  'document.restore': { rung: 'manager', input: (ids) => ({ ids: [ids.document] }) },
  'meter.list': { rung: 'member', input: (ids) => ({ unitId: ids.unit }) },
  'meter.create': {
    rung: 'manager',
    input: (ids) => ({ id: randomUUID(), unitId: ids.unit, kind: 'gas', measure: 'm3', isShared: true }),
  },
  'meter.update': {
    rung: 'manager',
    input: (ids) => ({
      ...seen(ids.meter),
      kind: 'electricity',
      measure: 'kwh',
      number: '7741',
      removedOn: today(),
    }),
  },
  'meter.delete': { rung: 'manager', input: (ids) => seen(ids.unreadMeter) },
  'meter.recordReading': {
    rung: 'manager',
    input: (ids) => ({
      id: randomUUID(),
      meterId: ids.meter,
      readOn: today(),
      readingThousandths: 5_000_000,
    }),
  },
  'meter.deleteReading': { rung: 'manager', input: (ids) => ({ id: ids.reading }) },
  'handover.list': { rung: 'member', input: (ids) => ({ tenantId: ids.tenant }) },
  'handover.get': { rung: 'member', input: (ids) => ({ id: ids.handover }) },
  'handover.draft': {
    rung: 'member',
    input: (ids) => ({ leaseId: ids.lease, unitId: ids.unit, kind: 'move_out' }),
  },
  'handover.create': {
    rung: 'manager',
    input: (ids) => ({
      ...handoverContent(ids.meter),
      id: randomUUID(),
      leaseId: ids.lease,
      unitId: ids.unit,
      kind: 'move_out',
    }),
  },
  'handover.update': {
    rung: 'manager',
    input: (ids) => ({ ...handoverContent(ids.meter), ...seen(ids.handover) }),
  },
  'handover.void': { rung: 'manager', input: (ids) => seen(ids.handover) },
  'handover.restore': { rung: 'manager', input: (ids) => seen(ids.handover) },
};
