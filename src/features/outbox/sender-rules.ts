/** Where the landlord whose name comes first on a letter lives. */
export type SenderPlace = { street: string | null; postalCode: string | null; city: string | null };

/** What a letter lacks of who writes it: any landlord, or where the first of them lives. */
export type SenderGap = 'nobody' | 'address';

/** What letters of these landlords would lack; null where nothing. */
export function senderGap([first]: readonly SenderPlace[]): SenderGap | null {
  if (!first) return 'nobody';
  return first.street && first.postalCode && first.city ? null : 'address';
}
