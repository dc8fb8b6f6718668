import type { DistributionKey } from '../../domain/vocabulary.ts';

export type CostAgreement = {
  agreesAll: boolean;
  named: readonly { categoryId: string; key: DistributionKey | null }[];
};

/** A contract that speaks of operating costs means all of § 2 nos. 1–16 BetrKV (BGH 10 Feb 2016, VIII ZR 137/15). */
export const lawful: CostAgreement = { agreesAll: true, named: [] };

/** Where a contract agrees on operating costs as a whole, what of them still has to be named: § 2 no. 17 BetrKV. */
export const hasToBeNamed = (betrkvNo: number | null, isGerman: boolean): boolean =>
  isGerman && (betrkvNo === null || betrkvNo === 17);
