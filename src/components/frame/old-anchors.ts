/** Where the sections of the pages that once held everything stand by now, below the same address. */
export const oldAnchors = {
  property: {
    tenants: 'tenants',
    rent: 'rent',
    recurring: 'recurring',
    documents: 'documents',
    statistics: 'statistics',
    secondary: 'secondary',
    danger: 'danger',
  },
  tenant: {
    leases: 'leases',
    rent: 'account',
    account: 'account',
    arrears: 'account#arrears',
    deposit: 'account#deposit',
    documents: 'documents',
    danger: 'danger',
  },
  settings: {
    profile: 'profile',
    access: 'access',
    factors: 'access#factors',
    identities: 'access#identities',
    sessions: 'access#sessions',
    portfolio: 'portfolio',
    landlords: 'landlords',
    accounts: 'landlords#accounts',
    members: 'members',
    categories: 'categories',
    legal: 'legal',
    data: 'data',
    danger: 'danger',
  },
} as const;

const longPage = /^(?:\/[a-z]{2})?\/(?:(property|tenant)\/[^/]+|dashboard\/(settings))(?=\/?$)/;

/** The address an old one (`/property/{id}?year=2025#rent`) leads to; null where it is none. */
export function newAddressOf({ pathname, search, hash }: Record<'pathname' | 'search' | 'hash', string>) {
  const [base, record, settings] = longPage.exec(pathname) ?? [];
  const page = Object.entries(oldAnchors).find(([name]) => name === (record ?? settings))?.[1];
  const place = Object.entries(page ?? {}).find(([anchor]) => `#${anchor}` === hash)?.[1];
  if (base === undefined || place === undefined) return null;
  const [part, anchor] = place.split('#');
  return `${base}/${part}${search}${anchor === undefined ? '' : `#${anchor}`}`;
}

/**
 * The same before the first paint: a server is never told the anchor, and the old place would be seen for a moment.
 * Exported whole for its CSP hash.
 */
export const ANCHOR_SCRIPT = `(function(){var l=location,m=l.pathname.match(${longPage}),a=m&&(${JSON.stringify(oldAnchors)})[m[1]||m[2]],t=a&&a[l.hash.slice(1)];if(typeof t!="string")return;t=t.split("#");document.documentElement.dataset.leaving="";l.replace(m[0]+"/"+t[0]+l.search+(t[1]?"#"+t[1]:""))})()`;
