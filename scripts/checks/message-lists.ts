import { chargeKinds, paymentMethods } from '../../src/domain/account-kinds.ts';
import { inputNames, ruleNames, traceWords } from '../../src/domain/trace-names.ts';
import * as vocabulary from '../../src/domain/vocabulary.ts';
import { missingYears } from '../../src/features/heating/rules.ts';
import { propertyColumns } from '../../src/features/property/components/property-list-look.ts';
import { houseProblems } from '../../src/features/statement/view-rules.ts';
import { tenantColumns } from '../../src/features/tenant/components/tenant-list-look.ts';
import { domainErrorCodes } from '../../src/lib/errors.ts';
import { annexParts } from '../../src/statement/plant/index.ts';
import { statementProblems, statementWarnings } from '../../src/statement/problems.ts';

/** Closed lists whose entries are asked for by their code: where in messages/ each of them has its words. */
const wordLists: Record<string, readonly string[]> = {
  'CostStatement.problems': statementProblems,
  'CostStatement.warnings': statementWarnings,
  'CostStatements.houseProblems': houseProblems,
  Errors: Object.keys(domainErrorCodes),
  'Explain.rules': ruleNames.flatMap((name) => [`${name}.title`, `${name}.text`]),
  'Explain.inputs': inputNames,
  'Explain.words': traceWords,
  'Heating.annexParts': annexParts,
  'Heating.missing': missingYears,
  'Labels.bankAccountPurpose': vocabulary.bankAccountPurposes,
  'Labels.bookingDirection': vocabulary.bookingDirections,
  'Labels.chargeKind': chargeKinds,
  'Labels.chargeState': vocabulary.chargeStates,
  'Labels.currency': vocabulary.currencies,
  'Labels.depositForm': vocabulary.depositForms,
  'Labels.depositMovement': vocabulary.depositMovementKinds,
  'Labels.distributionKey': vocabulary.distributionKeys,
  'Labels.dueRule': vocabulary.dueRules,
  'Labels.handoverKind': vocabulary.handoverKinds,
  'Labels.jurisdiction': vocabulary.jurisdictions,
  'Labels.keyKind': vocabulary.keyKinds,
  'Labels.leaseState': vocabulary.leaseStates,
  'Labels.memberRole': vocabulary.memberRoles,
  'Labels.mendedBy': vocabulary.mendingParties,
  'Labels.meterKind': vocabulary.meterKinds,
  'Labels.meterMeasure': vocabulary.meterMeasures,
  'Labels.noticeBy': vocabulary.noticeParties,
  'Labels.partyKind': vocabulary.partyKinds,
  'Labels.paymentMethod': paymentMethods,
  'Labels.propertyKind': vocabulary.propertyKinds,
  'Labels.proration': vocabulary.prorationMethods,
  'Labels.rentReason': vocabulary.rentReasons,
  'Labels.roomCondition': vocabulary.roomConditions,
  'Labels.salutation': vocabulary.salutations,
  'Labels.splitMethod': vocabulary.splitMethods,
  'Labels.unitKind': vocabulary.unitKinds,
  'PropertyList.columns': propertyColumns,
  TenantsPage: tenantColumns,
};

/** Keys that entries of those lists ask for and nobody has written. */
export function findMissingOfLists(keys: Iterable<string>): string[] {
  const known = new Set(keys);
  return Object.entries(wordLists)
    .flatMap(([place, codes]) => codes.map((code) => `${place}.${code}`))
    .filter((key) => !known.has(key))
    .map((key) => `${key} is missing`);
}
