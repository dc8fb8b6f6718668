/** A line of an association's paper as the owner of the flat writes it into a ledger of his own: cents and per cent. */
export type OwnPaperLine = { ownCents: number; percent: number; co2LandlordCents: number };

/**
 * What a tenant bears of a flat's year in an owners' association, by a second accountant: of each line the part that is an
 * operating cost to the cent (half a cent up), less what of the CO₂ the landlord bears, and the owner's own receipts.
 */
export function flatsPart(lines: readonly OwnPaperLine[], receiptsCents: readonly number[]): number {
  let bears = 0;
  for (const { ownCents, percent, co2LandlordCents } of lines) {
    if (percent === 0) continue;
    const cents = Number(((ownCents * percent) / 100).toFixed(6));
    bears += Math.floor(Math.abs(cents) + 0.5) * Math.sign(cents) - co2LandlordCents;
  }
  for (const cents of receiptsCents) bears += cents;
  return bears;
}
