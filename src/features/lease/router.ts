import { router } from '@/trpc/init';
import { managerProcedure, memberProcedure } from '@/trpc/procedures';
import { carryLeaseOver } from './carry-over-commands';
import { getCarryOver } from './carry-over-queries';
import { createLease, voidLease } from './commands';
import { getLastRent } from './last-rent-queries';
import { getNoticePeriod } from './notice-queries';
import { openEarlier } from './opening-commands';
import { getEarlierRents } from './opening-queries';
import { setHousehold, setTenants, setUnits } from './party-commands';
import { getLease, listLeases } from './queries';
import {
  carryOverInput,
  createLeaseInput,
  earlierRentsInput,
  endLeaseInput,
  lastRentInput,
  leaseInput,
  listLeasesInput,
  noticePeriodInput,
  openEarlierInput,
  renewLeaseInput,
  setHouseholdInput,
  setTenantsInput,
  setUnitsInput,
  updateLeaseInput,
  voidLeaseInput,
} from './schema';
import {
  endLease,
  previewEndLease,
  previewRenewLease,
  previewUpdateLease,
  renewLease,
  updateLease,
} from './term-commands';
import { previewVoidLease } from './void-queries';

export const leaseRouter = router({
  list: memberProcedure
    .input(listLeasesInput)
    .query(({ ctx, input }) => listLeases(ctx.tx, ctx.scope, input)),
  get: memberProcedure.input(leaseInput).query(({ ctx, input }) => getLease(ctx.tx, ctx.scope, input.id)),
  /** What the units were let for last, of the next one's rent and the rent brake. */
  lastRent: memberProcedure
    .input(lastRentInput)
    .query(({ ctx, input }) => getLastRent(ctx.tx, ctx.scope, input)),
  create: managerProcedure
    .input(createLeaseInput)
    .mutation(({ ctx, input }) => createLease(ctx.tx, ctx.scope, input)),
  update: managerProcedure
    .input(updateLeaseInput)
    .mutation(({ ctx, input }) => updateLease(ctx.tx, ctx.scope, input)),
  /** The previews change nothing: they tell which posted months the change would make different. */
  previewUpdate: managerProcedure
    .input(updateLeaseInput)
    .query(({ ctx, input }) => previewUpdateLease(ctx.tx, ctx.scope, input)),
  /** Months before those it is booked for: what they would come to, and booking them. */
  earlierRents: managerProcedure
    .input(earlierRentsInput)
    .query(({ ctx, input }) => getEarlierRents(ctx.tx, ctx.scope, input)),
  openEarlier: managerProcedure
    .input(openEarlierInput)
    .mutation(({ ctx, input }) => openEarlier(ctx.tx, ctx.scope, input)),
  setTenants: managerProcedure
    .input(setTenantsInput)
    .mutation(({ ctx, input }) => setTenants(ctx.tx, ctx.scope, input)),
  setUnits: managerProcedure
    .input(setUnitsInput)
    .mutation(({ ctx, input }) => setUnits(ctx.tx, ctx.scope, input)),
  setHousehold: managerProcedure
    .input(setHouseholdInput)
    .mutation(({ ctx, input }) => setHousehold(ctx.tx, ctx.scope, input)),
  noticePeriod: memberProcedure
    .input(noticePeriodInput)
    .query(({ ctx, input }) => getNoticePeriod(ctx.tx, ctx.scope, input)),
  end: managerProcedure.input(endLeaseInput).mutation(({ ctx, input }) => endLease(ctx.tx, ctx.scope, input)),
  previewEnd: managerProcedure
    .input(endLeaseInput)
    .query(({ ctx, input }) => previewEndLease(ctx.tx, ctx.scope, input)),
  renew: managerProcedure
    .input(renewLeaseInput)
    .mutation(({ ctx, input }) => renewLease(ctx.tx, ctx.scope, input)),
  previewRenew: managerProcedure
    .input(renewLeaseInput)
    .query(({ ctx, input }) => previewRenewLease(ctx.tx, ctx.scope, input)),
  /** What it could pass on to another lease of its tenants. */
  carryable: memberProcedure
    .input(leaseInput)
    .query(({ ctx, input }) => getCarryOver(ctx.tx, ctx.scope, input.id)),
  carryOver: managerProcedure
    .input(carryOverInput)
    .mutation(({ ctx, input }) => carryLeaseOver(ctx.tx, ctx.scope, input)),
  /** What stands on it and would go with it. */
  previewVoid: managerProcedure
    .input(leaseInput)
    .query(({ ctx, input }) => previewVoidLease(ctx.tx, ctx.scope, input)),
  void: managerProcedure
    .input(voidLeaseInput)
    .mutation(({ ctx, input }) => voidLease(ctx.tx, ctx.scope, input)),
});
