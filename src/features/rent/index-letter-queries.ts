import 'server-only';
import type { z } from 'zod';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { DomainError } from '@/lib/errors';
import { letterAddress, listLetterPlaces, listLetterTenants } from '../occupancy/letter-queries';
import { listLandlordsOf } from '../portfolio/landlord-queries';
import { getIndexRent } from './index-queries';
import type { indexRentInput } from './index-schema';

/** Everything the letter says that tells the tenants of a rent by the index: of a dwelling by § 557b (3) BGB. */
export async function getIndexLetter(tx: Tx, scope: Scope, input: z.output<typeof indexRentInput>) {
  const { clause, base, change, dates, isGerman, isDwelling } = await getIndexRent(tx, scope, input);
  if (!clause) throw new DomainError('rent.no_index_clause');
  const { owedFrom } = dates.result;
  if (!base || !change || owedFrom === null) throw new DomainError('rent.index_unknown');
  const [places, recipients] = [
    await listLetterPlaces(tx, scope, input.leaseId),
    await listLetterTenants(tx, scope, input.leaseId),
  ];
  const landlords = await listLandlordsOf(tx, scope, [...new Set(places.map((place) => place.propertyId))]);
  const { trace: _, newLines: __, ...amounts } = change;
  return {
    writtenOn: scope.today,
    clause,
    base,
    change: amounts,
    owedFrom,
    /** § 557b BGB holds for dwellings; elsewhere the contract alone says it, and which index. */
    isGerman,
    isDwelling,
    places,
    tenants: recipients.map((row) => row.name),
    sentTo: letterAddress(recipients, places, scope.today),
    landlords,
  };
}
