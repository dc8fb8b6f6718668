/**
 * The address of a phone number as people write it. A zero in brackets behind a country code is not dialled, and an
 * extension is a parameter of its own (RFC 3966 §5.3).
 */
export function phoneHref(written: string): string {
  const [number = '', extension] = written.split(/(?:x|ext\.?)\s*/i);
  const digits = number.replace(/^([\s(]*(?:\+|00).*)\(\s*0\s*\)/, '$1').replaceAll(/[^+\d]/g, '');
  return `tel:${digits}${extension ? `;ext=${extension}` : ''}`;
}
