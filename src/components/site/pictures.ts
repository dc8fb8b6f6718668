// Written by scripts/site-pictures.ts; do not edit.
import accountPhoneDeDark from './picture/account-phone-de-dark.webp';
import accountPhoneDeLight from './picture/account-phone-de-light.webp';
import accountPhoneEnDark from './picture/account-phone-en-dark.webp';
import accountPhoneEnLight from './picture/account-phone-en-light.webp';
import accountWideDeDark from './picture/account-wide-de-dark.webp';
import accountWideDeLight from './picture/account-wide-de-light.webp';
import accountWideEnDark from './picture/account-wide-en-dark.webp';
import accountWideEnLight from './picture/account-wide-en-light.webp';
import bookingsPhoneDeDark from './picture/bookings-phone-de-dark.webp';
import bookingsPhoneDeLight from './picture/bookings-phone-de-light.webp';
import bookingsPhoneEnDark from './picture/bookings-phone-en-dark.webp';
import bookingsPhoneEnLight from './picture/bookings-phone-en-light.webp';
import bookingsWideDeDark from './picture/bookings-wide-de-dark.webp';
import bookingsWideDeLight from './picture/bookings-wide-de-light.webp';
import bookingsWideEnDark from './picture/bookings-wide-en-dark.webp';
import bookingsWideEnLight from './picture/bookings-wide-en-light.webp';
import documentsPhoneDeDark from './picture/documents-phone-de-dark.webp';
import documentsPhoneDeLight from './picture/documents-phone-de-light.webp';
import documentsPhoneEnDark from './picture/documents-phone-en-dark.webp';
import documentsPhoneEnLight from './picture/documents-phone-en-light.webp';
import documentsWideDeDark from './picture/documents-wide-de-dark.webp';
import documentsWideDeLight from './picture/documents-wide-de-light.webp';
import documentsWideEnDark from './picture/documents-wide-en-dark.webp';
import documentsWideEnLight from './picture/documents-wide-en-light.webp';
import figuresPhoneDeDark from './picture/figures-phone-de-dark.webp';
import figuresPhoneDeLight from './picture/figures-phone-de-light.webp';
import figuresPhoneEnDark from './picture/figures-phone-en-dark.webp';
import figuresPhoneEnLight from './picture/figures-phone-en-light.webp';
import figuresWideDeDark from './picture/figures-wide-de-dark.webp';
import figuresWideDeLight from './picture/figures-wide-de-light.webp';
import figuresWideEnDark from './picture/figures-wide-en-dark.webp';
import figuresWideEnLight from './picture/figures-wide-en-light.webp';
import leasesPhoneDeDark from './picture/leases-phone-de-dark.webp';
import leasesPhoneDeLight from './picture/leases-phone-de-light.webp';
import leasesPhoneEnDark from './picture/leases-phone-en-dark.webp';
import leasesPhoneEnLight from './picture/leases-phone-en-light.webp';
import leasesWideDeDark from './picture/leases-wide-de-dark.webp';
import leasesWideDeLight from './picture/leases-wide-de-light.webp';
import leasesWideEnDark from './picture/leases-wide-en-dark.webp';
import leasesWideEnLight from './picture/leases-wide-en-light.webp';
import overviewPhoneDeDark from './picture/overview-phone-de-dark.webp';
import overviewPhoneDeLight from './picture/overview-phone-de-light.webp';
import overviewPhoneEnDark from './picture/overview-phone-en-dark.webp';
import overviewPhoneEnLight from './picture/overview-phone-en-light.webp';
import overviewWideDeDark from './picture/overview-wide-de-dark.webp';
import overviewWideDeLight from './picture/overview-wide-de-light.webp';
import overviewWideEnDark from './picture/overview-wide-en-dark.webp';
import overviewWideEnLight from './picture/overview-wide-en-light.webp';
import previewDe from './picture/preview-de.jpg';
import previewEn from './picture/preview-en.jpg';
import propertyPhoneDeDark from './picture/property-phone-de-dark.webp';
import propertyPhoneDeLight from './picture/property-phone-de-light.webp';
import propertyPhoneEnDark from './picture/property-phone-en-dark.webp';
import propertyPhoneEnLight from './picture/property-phone-en-light.webp';
import propertyWideDeDark from './picture/property-wide-de-dark.webp';
import propertyWideDeLight from './picture/property-wide-de-light.webp';
import propertyWideEnDark from './picture/property-wide-en-dark.webp';
import propertyWideEnLight from './picture/property-wide-en-light.webp';
import rentPhoneDeDark from './picture/rent-phone-de-dark.webp';
import rentPhoneDeLight from './picture/rent-phone-de-light.webp';
import rentPhoneEnDark from './picture/rent-phone-en-dark.webp';
import rentPhoneEnLight from './picture/rent-phone-en-light.webp';
import rentWideDeDark from './picture/rent-wide-de-dark.webp';
import rentWideDeLight from './picture/rent-wide-de-light.webp';
import rentWideEnDark from './picture/rent-wide-en-dark.webp';
import rentWideEnLight from './picture/rent-wide-en-light.webp';

export const pictures = {
  overview: {
    en: {
      light: { wide: overviewWideEnLight, phone: overviewPhoneEnLight },
      dark: { wide: overviewWideEnDark, phone: overviewPhoneEnDark },
    },
    de: {
      light: { wide: overviewWideDeLight, phone: overviewPhoneDeLight },
      dark: { wide: overviewWideDeDark, phone: overviewPhoneDeDark },
    },
  },
  property: {
    en: {
      light: { wide: propertyWideEnLight, phone: propertyPhoneEnLight },
      dark: { wide: propertyWideEnDark, phone: propertyPhoneEnDark },
    },
    de: {
      light: { wide: propertyWideDeLight, phone: propertyPhoneDeLight },
      dark: { wide: propertyWideDeDark, phone: propertyPhoneDeDark },
    },
  },
  leases: {
    en: {
      light: { wide: leasesWideEnLight, phone: leasesPhoneEnLight },
      dark: { wide: leasesWideEnDark, phone: leasesPhoneEnDark },
    },
    de: {
      light: { wide: leasesWideDeLight, phone: leasesPhoneDeLight },
      dark: { wide: leasesWideDeDark, phone: leasesPhoneDeDark },
    },
  },
  rent: {
    en: {
      light: { wide: rentWideEnLight, phone: rentPhoneEnLight },
      dark: { wide: rentWideEnDark, phone: rentPhoneEnDark },
    },
    de: {
      light: { wide: rentWideDeLight, phone: rentPhoneDeLight },
      dark: { wide: rentWideDeDark, phone: rentPhoneDeDark },
    },
  },
  account: {
    en: {
      light: { wide: accountWideEnLight, phone: accountPhoneEnLight },
      dark: { wide: accountWideEnDark, phone: accountPhoneEnDark },
    },
    de: {
      light: { wide: accountWideDeLight, phone: accountPhoneDeLight },
      dark: { wide: accountWideDeDark, phone: accountPhoneDeDark },
    },
  },
  bookings: {
    en: {
      light: { wide: bookingsWideEnLight, phone: bookingsPhoneEnLight },
      dark: { wide: bookingsWideEnDark, phone: bookingsPhoneEnDark },
    },
    de: {
      light: { wide: bookingsWideDeLight, phone: bookingsPhoneDeLight },
      dark: { wide: bookingsWideDeDark, phone: bookingsPhoneDeDark },
    },
  },
  documents: {
    en: {
      light: { wide: documentsWideEnLight, phone: documentsPhoneEnLight },
      dark: { wide: documentsWideEnDark, phone: documentsPhoneEnDark },
    },
    de: {
      light: { wide: documentsWideDeLight, phone: documentsPhoneDeLight },
      dark: { wide: documentsWideDeDark, phone: documentsPhoneDeDark },
    },
  },
  figures: {
    en: {
      light: { wide: figuresWideEnLight, phone: figuresPhoneEnLight },
      dark: { wide: figuresWideEnDark, phone: figuresPhoneEnDark },
    },
    de: {
      light: { wide: figuresWideDeLight, phone: figuresPhoneDeLight },
      dark: { wide: figuresWideDeDark, phone: figuresPhoneDeDark },
    },
  },
};

/** What is shown where somebody shares a link to the site. */
export const previews = { en: previewEn, de: previewDe };
