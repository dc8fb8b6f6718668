import type { routing } from '@/i18n/routing';

type Path = keyof typeof routing.pathnames;

export interface PlaceIds {
  propertyId: string;
  tenantId: string;
  /** A lease with a record of handing over, whosever it is; null in a portfolio without one. */
  handover: { tenantId: string; leaseId: string; handoverId: string } | null;
  /** A plant that heats several units; null in a portfolio without one. */
  plant: { propertyId: string; plantId: string } | null;
  /** The association of a flat in a condominium; null in a portfolio without one. */
  association: { propertyId: string; associationId: string } | null;
}

export interface Place {
  /** Short, for file names and headings. */
  name: string;
  /** Where it answers in English; German has `/de` before it. */
  path: (ids: PlaceIds) => string;
  visitor: 'anybody' | 'landlord';
  /** What it shows depends on what a portfolio holds. */
  hasEmptyState?: true;
}

const open = (name: string, path: string): Place => ({ name, path: () => path, visitor: 'anybody' });

/** A page below a tenant. */
const ofTenant = (part?: string): Place => ({
  name: part ? `tenant-${part}` : 'tenant',
  path: ({ tenantId }) => `/tenant/${tenantId}${part ? `/${part}` : ''}`,
  visitor: 'landlord',
  hasEmptyState: true,
});

const ofLease = (name: string, below: (ids: { handoverId: string }) => string): Place => ({
  name,
  path: ({ handover }) => {
    if (!handover) throw new Error('No record of handing over in this portfolio.');
    return `/tenant/${handover.tenantId}/leases/${handover.leaseId}${below(handover)}`;
  },
  visitor: 'landlord',
});

/** A page below a property. */
const ofProperty = (part?: string): Place => ({
  name: part ? `property-${part}` : 'property',
  path: ({ propertyId }) => `/property/${propertyId}${part ? `/${part}` : ''}`,
  visitor: 'landlord',
  hasEmptyState: true,
});

const ofSettings = (part?: string): Place => ({
  name: part ? `settings-${part}` : 'settings',
  path: () => `/dashboard/settings${part ? `/${part}` : ''}`,
  visitor: 'landlord',
});

const year = new Date().getFullYear() - 1;
/** The last period that is over, as its page is addressed. */
const lastYear = `${year}-01-01_${year}-12-31`;

/** Every page of the product; one that is missing here does not compile. Null: answers without a page of its own. */
const places: Record<Path, Place | null> = {
  '/': open('home', '/'),
  '/what': open('what', '/what'),
  '/about': open('about', '/about'),
  '/contact': open('contact', '/contact'),
  '/imprint': open('imprint', '/imprint'),
  '/privacy': open('privacy', '/privacy'),
  '/auth/login': open('sign-in', '/auth/login'),
  '/auth/register': open('sign-up', '/auth/register'),
  '/auth/forgot': open('forgot', '/auth/forgot'),
  '/auth/reset': { name: 'new-password', path: () => '/auth/reset', visitor: 'landlord' },
  '/auth/confirm': open('confirm', '/auth/confirm?type=signup&token_hash=0a1b2c'),
  '/auth/mfa': null, // to those only who have a second factor and have not shown it
  '/auth/callback': null,
  '/invitation': open('invitation', '/invitation?token=gone'),
  '/receipts/[id]': open('receipts', '/receipts/gone'),
  '/dashboard': { name: 'today', path: () => '/dashboard', visitor: 'landlord', hasEmptyState: true },
  '/dashboard/rent': {
    name: 'rent',
    path: () => '/dashboard/rent',
    visitor: 'landlord',
    hasEmptyState: true,
  },
  '/dashboard/rent/bank': {
    name: 'bank',
    path: () => '/dashboard/rent/bank',
    visitor: 'landlord',
    hasEmptyState: true,
  },
  '/dashboard/rent/debits': {
    name: 'debits',
    path: () => '/dashboard/rent/debits',
    visitor: 'landlord',
    hasEmptyState: true,
  },
  '/dashboard/rent/payouts': {
    name: 'payouts',
    path: () => '/dashboard/rent/payouts',
    visitor: 'landlord',
    hasEmptyState: true,
  },
  '/dashboard/arrears': {
    name: 'arrears',
    path: () => '/dashboard/arrears',
    visitor: 'landlord',
    hasEmptyState: true,
  },
  '/dashboard/properties': {
    name: 'properties',
    path: () => '/dashboard/properties',
    visitor: 'landlord',
    hasEmptyState: true,
  },
  '/dashboard/tenants': {
    name: 'tenants',
    path: () => '/dashboard/tenants',
    visitor: 'landlord',
    hasEmptyState: true,
  },
  '/dashboard/settings': ofSettings(),
  '/dashboard/settings/profile': ofSettings('profile'),
  '/dashboard/settings/access': ofSettings('access'),
  '/dashboard/settings/portfolio': ofSettings('portfolio'),
  '/dashboard/settings/landlords': ofSettings('landlords'),
  '/dashboard/settings/members': ofSettings('members'),
  '/dashboard/settings/categories': ofSettings('categories'),
  '/dashboard/settings/reminders': ofSettings('reminders'),
  '/dashboard/settings/letters': ofSettings('letters'),
  '/dashboard/settings/legal': ofSettings('legal'),
  '/dashboard/settings/data': ofSettings('data'),
  '/dashboard/settings/danger': ofSettings('danger'),
  '/dashboard/setup': {
    name: 'setup',
    path: () => '/dashboard/setup',
    visitor: 'landlord',
    hasEmptyState: true,
  },
  '/dashboard/documents': {
    name: 'documents',
    path: () => '/dashboard/documents',
    visitor: 'landlord',
    hasEmptyState: true,
  },
  '/dashboard/activity': {
    name: 'activity',
    path: () => '/dashboard/activity',
    visitor: 'landlord',
    hasEmptyState: true,
  },
  '/dashboard/year': {
    name: 'year',
    path: () => '/dashboard/year',
    visitor: 'landlord',
    hasEmptyState: true,
  },
  '/property/[id]': ofProperty(),
  '/property/[id]/tenants': ofProperty('tenants'),
  '/property/[id]/rent': ofProperty('rent'),
  '/property/[id]/recurring': ofProperty('recurring'),
  '/property/[id]/documents': ofProperty('documents'),
  '/property/[id]/statement': ofProperty('statement'),
  '/property/[id]/statement/[period]': {
    ...ofProperty('statement-period'),
    path: ({ propertyId }) => `/property/${propertyId}/statement/${lastYear}`,
  },
  '/property/[id]/statement/[period]/heating/[plantId]': {
    name: 'plant-year',
    path: ({ plant }) => {
      if (!plant) throw new Error('No plant in this portfolio.');
      return `/property/${plant.propertyId}/statement/${lastYear}/heating/${plant.plantId}`;
    },
    visitor: 'landlord',
  },
  '/property/[id]/statement/[period]/association/[associationId]': {
    name: 'association-year',
    path: ({ association }) => {
      if (!association) throw new Error('No association in this portfolio.');
      const { propertyId, associationId } = association;
      return `/property/${propertyId}/statement/${lastYear}/association/${associationId}`;
    },
    visitor: 'landlord',
  },
  '/property/[id]/statistics': ofProperty('statistics'),
  '/property/[id]/secondary': ofProperty('secondary'),
  '/property/[id]/danger': ofProperty('danger'),
  '/tenant/[id]': ofTenant(),
  '/tenant/[id]/leases': ofTenant('leases'),
  '/tenant/[id]/leases/[leaseId]': ofLease('lease', () => ''),
  '/tenant/[id]/leases/[leaseId]/letter': ofLease('letter', () => '/letter'),
  '/tenant/[id]/leases/[leaseId]/handovers/[handoverId]': ofLease(
    'handover',
    ({ handoverId }) => `/handovers/${handoverId}`,
  ),
  '/tenant/[id]/account': ofTenant('account'),
  '/tenant/[id]/documents': ofTenant('documents'),
  '/tenant/[id]/danger': ofTenant('danger'),
};

const notFound = open('not-found', '/no-such-page');

export const pageList: readonly Place[] = [
  ...Object.values(places).filter((place) => place !== null),
  notFound,
];
