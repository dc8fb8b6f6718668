// Written by scripts/site-pictures.ts; do not edit.
import accountDeDark from './picture/account-de-dark.webp';
import accountDeLight from './picture/account-de-light.webp';
import accountEnDark from './picture/account-en-dark.webp';
import accountEnLight from './picture/account-en-light.webp';
import bookingsDeDark from './picture/bookings-de-dark.webp';
import bookingsDeLight from './picture/bookings-de-light.webp';
import bookingsEnDark from './picture/bookings-en-dark.webp';
import bookingsEnLight from './picture/bookings-en-light.webp';
import documentsDeDark from './picture/documents-de-dark.webp';
import documentsDeLight from './picture/documents-de-light.webp';
import documentsEnDark from './picture/documents-en-dark.webp';
import documentsEnLight from './picture/documents-en-light.webp';
import figuresDeDark from './picture/figures-de-dark.webp';
import figuresDeLight from './picture/figures-de-light.webp';
import figuresEnDark from './picture/figures-en-dark.webp';
import figuresEnLight from './picture/figures-en-light.webp';
import leasesDeDark from './picture/leases-de-dark.webp';
import leasesDeLight from './picture/leases-de-light.webp';
import leasesEnDark from './picture/leases-en-dark.webp';
import leasesEnLight from './picture/leases-en-light.webp';
import overviewDeDark from './picture/overview-de-dark.webp';
import overviewDeLight from './picture/overview-de-light.webp';
import overviewEnDark from './picture/overview-en-dark.webp';
import overviewEnLight from './picture/overview-en-light.webp';
import overviewPhoneDeDark from './picture/overviewPhone-de-dark.webp';
import overviewPhoneDeLight from './picture/overviewPhone-de-light.webp';
import overviewPhoneEnDark from './picture/overviewPhone-en-dark.webp';
import overviewPhoneEnLight from './picture/overviewPhone-en-light.webp';
import previewDe from './picture/preview-de.jpg';
import previewEn from './picture/preview-en.jpg';
import propertyDeDark from './picture/property-de-dark.webp';
import propertyDeLight from './picture/property-de-light.webp';
import propertyEnDark from './picture/property-en-dark.webp';
import propertyEnLight from './picture/property-en-light.webp';
import rentDeDark from './picture/rent-de-dark.webp';
import rentDeLight from './picture/rent-de-light.webp';
import rentEnDark from './picture/rent-en-dark.webp';
import rentEnLight from './picture/rent-en-light.webp';

export const pictures = {
  overview: {
    en: { light: overviewEnLight, dark: overviewEnDark },
    de: { light: overviewDeLight, dark: overviewDeDark },
  },
  overviewPhone: {
    en: { light: overviewPhoneEnLight, dark: overviewPhoneEnDark },
    de: { light: overviewPhoneDeLight, dark: overviewPhoneDeDark },
  },
  property: {
    en: { light: propertyEnLight, dark: propertyEnDark },
    de: { light: propertyDeLight, dark: propertyDeDark },
  },
  leases: {
    en: { light: leasesEnLight, dark: leasesEnDark },
    de: { light: leasesDeLight, dark: leasesDeDark },
  },
  rent: {
    en: { light: rentEnLight, dark: rentEnDark },
    de: { light: rentDeLight, dark: rentDeDark },
  },
  account: {
    en: { light: accountEnLight, dark: accountEnDark },
    de: { light: accountDeLight, dark: accountDeDark },
  },
  bookings: {
    en: { light: bookingsEnLight, dark: bookingsEnDark },
    de: { light: bookingsDeLight, dark: bookingsDeDark },
  },
  documents: {
    en: { light: documentsEnLight, dark: documentsEnDark },
    de: { light: documentsDeLight, dark: documentsDeDark },
  },
  figures: {
    en: { light: figuresEnLight, dark: figuresEnDark },
    de: { light: figuresDeLight, dark: figuresDeDark },
  },
};

/** What is shown where somebody shares a link to the site. */
export const previews = { en: previewEn, de: previewDe };
