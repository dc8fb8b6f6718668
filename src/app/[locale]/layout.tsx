import type { Metadata, Viewport } from 'next';
import localFont from 'next/font/local';
import { notFound } from 'next/navigation';
import { locale as localeOfRoute } from 'next/root-params';
import { hasLocale } from 'next-intl';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { HeadScripts } from '@/components/head-scripts';
import { routing } from '@/i18n/routing';
import { ClientMessages } from '@/i18n/server/client-messages';
import '../globals.css';

const inter = localFont({
  // Cut by scripts/fonts.ts.
  src: '../font/inter-latin.woff2',
  weight: '400 700',
  variable: '--font-inter',
  display: 'swap',
});

// Names like Łukasz or Şahin; fetched only by pages that show such a letter.
const interExtended = localFont({
  src: '../../../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2',
  weight: '100 900',
  variable: '--font-inter-ext',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
    },
  ],
});

export function generateStaticParams() {
  return routing.locales.map((locale) => ({ locale }));
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Site');
  return { title: { default: t('title'), template: `%s · ${t('name')}` }, description: t('description') };
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#faf9f6' },
    { media: '(prefers-color-scheme: dark)', color: '#0d1314' },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const language = await localeOfRoute();
  if (!hasLocale(routing.locales, language)) notFound();
  return (
    <html
      lang={language}
      className={`${inter.variable} ${interExtended.variable}`}
      data-scroll-behavior="smooth" // within a page; a change of page begins at its top at once
      suppressHydrationWarning
    >
      <head>
        <HeadScripts />
      </head>
      <body className="font-sans">
        {/* Each group of pages hands its client parts the words they need. */}
        <ClientMessages only={['ErrorState']}>{children}</ClientMessages>
      </body>
    </html>
  );
}
