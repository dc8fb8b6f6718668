/**
 * A setting that closes something, of the environment: `true`, or what others write for it; empty or `false` leaves it open.
 * @throws in a sentence where it is neither: a door its operator takes for closed must not stay open
 */
export function readSwitch(name: string, source: Record<string, string | undefined> = process.env): boolean {
  const value = source[name]?.trim() ?? '';
  if (/^(true|1|yes|on)$/i.test(value)) return true;
  if (/^(|false|0|no|off)$/i.test(value)) return false;
  throw new Error(`${name} is "${value}": write true or false.`);
}
