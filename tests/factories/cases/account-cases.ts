import { randomUUID } from 'node:crypto';
import { tinyJpeg } from '../pictures.ts';
import { makeIban } from '../records.ts';
import { addressOf } from '../session.ts';
import { type ProcedureCase, seen } from './procedure-case.ts';

/** Calls about people: their account, portfolios, members, landlords and bank accounts. */
export const accountCases: Record<string, ProcedureCase> = {
  'account.session': { rung: 'verified' },
  'account.assurance': { rung: 'verified' },
  'account.listSessions': { rung: 'signedIn' },
  'account.listEvents': { rung: 'signedIn' },
  'account.recoveryCodes': { rung: 'signedIn' },
  'account.endSession': { rung: 'signedIn', input: (ids) => ({ id: ids.session }) },
  'live.lastChange': { rung: 'member', input: (ids) => ({ entityId: ids.property }) },
  'live.missed': { rung: 'member', input: () => ({ after: 'the beginning' }) },
  'live.changes': { rung: 'member', input: () => ({ lastEventId: null }) },
  'account.getProfile': { rung: 'signedIn' },
  'account.updateProfile': {
    rung: 'signedIn',
    input: () => ({ displayName: 'Erika', language: 'de', dateFormat: null, numberFormat: null }),
  },
  'account.dismissSetup': { rung: 'signedIn' },
  'portfolio.list': { rung: 'signedIn' },
  'portfolio.locate': { rung: 'signedIn', input: (ids) => ({ entity: 'property', id: ids.property }) },
  'portfolio.create': {
    rung: 'signedIn',
    input: () => ({
      id: randomUUID(),
      name: 'Neu',
      jurisdiction: 'DE',
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
      landlordName: 'Erika',
    }),
  },
  'demo.create': {
    rung: 'signedIn',
    input: () => ({
      id: randomUUID(),
      jurisdiction: 'DE',
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
      language: 'de',
    }),
  },
  'demo.addDocuments': { rung: 'manager', input: (ids) => ({ id: ids.portfolio, language: 'de' }) },
  'demo.remove': { rung: 'owner', input: (ids) => ({ id: ids.portfolio }) },
  'portfolio.get': { rung: 'member' },
  'portfolio.update': {
    rung: 'owner',
    input: () => ({ version: 1, name: 'Anders', jurisdiction: 'AT', timeZone: 'Europe/Vienna' }),
  },
  'member.list': { rung: 'member' },
  'member.invite': {
    rung: 'owner',
    input: () => ({ id: randomUUID(), email: 'max@example.com', role: 'viewer', language: 'de' }),
  },
  'member.resend': { rung: 'owner', input: (ids) => seen(ids.invitation) },
  'member.setRole': { rung: 'owner', input: (ids) => ({ ...seen(ids.member), role: 'manager' }) },
  'member.remove': { rung: 'owner', input: (ids) => seen(ids.member) },
  'member.leave': { rung: 'member', input: (ids) => ({ portfolioId: ids.portfolio }) },
  'member.accept': { rung: 'verified', input: (_ids, { invitationToken }) => ({ token: invitationToken }) },
  'erasure.previewPortfolio': { rung: 'owner', input: (ids) => ({ id: ids.portfolio }) },
  'erasure.erasePortfolio': {
    rung: 'owner',
    input: (ids, { portfolioName }) => ({ id: ids.portfolio, typedName: portfolioName }),
  },
  'erasure.previewAccount': { rung: 'signedIn' },
  'erasure.eraseAccount': {
    rung: 'signedIn',
    input: (_ids, { books }) => ({ typedName: addressOf(books.ownerId) }),
  },
  'landlord.list': { rung: 'member', input: () => ({ archive: 'all' }) },
  'landlord.create': { rung: 'owner', input: () => ({ id: randomUUID(), kind: 'person', name: 'Max' }) },
  'landlord.update': {
    rung: 'owner',
    input: (ids) => ({ ...seen(ids.landlord), kind: 'company', name: 'Max GmbH' }),
  },
  'landlord.pictures': { rung: 'member', input: (ids) => ({ id: ids.landlord }) },
  'landlord.setPicture': {
    rung: 'owner',
    input: (ids) => ({ ...seen(ids.landlord), which: 'logo', picture: tinyJpeg }),
  },
  'landlord.archive': { rung: 'owner', input: (ids) => seen(ids.landlord) },
  'landlord.restore': { rung: 'owner', input: (ids) => seen(ids.landlord) },
  'landlord.delete': { rung: 'owner', input: (ids) => seen(ids.landlord) },
  'bankAccount.list': { rung: 'member', input: () => ({ archive: 'active' }) },
  'bankAccount.create': {
    rung: 'owner',
    input: (ids) => ({
      id: randomUUID(),
      landlordId: ids.landlord,
      holder: 'Max',
      iban: makeIban(),
      purpose: 'rent',
    }),
  },
  'bankAccount.update': {
    rung: 'owner',
    input: (ids) => ({
      ...seen(ids.account),
      landlordId: ids.landlord,
      holder: 'Erika',
      iban: makeIban(),
      purpose: 'deposit',
    }),
  },
  'bankAccount.archive': { rung: 'owner', input: (ids) => seen(ids.account) },
  'bankAccount.restore': { rung: 'owner', input: (ids) => seen(ids.account) },
  'bankAccount.delete': { rung: 'owner', input: (ids) => seen(ids.account) },
  'search.find': { rung: 'member', input: () => ({ text: 'muster' }) },
};
