/** What a browser says of itself, as far as its owner would recognise it; null for what it does not say. */
export type Device = { browser: string | null; system: string | null; isPhone: boolean };

// Nearly all call themselves Chrome or Safari too, so the particular ones come first.
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const nameOf = (known: readonly [RegExp, string][], text: string) =>
  known.find(([pattern]) => pattern.test(text))?.[1] ?? null;

export function readDevice(userAgent: string | null): Device {
  const text = userAgent ?? '';
  const isPhone = /\biPhone\b|\bMobile\b/.test(text) && !/\biPad\b/.test(text);
  return { browser: nameOf(browsers, text), system: nameOf(systems, text), isPhone };
}
