import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Every rule with a figure can be called and explains itself, or stands here with its reason. */
const reasons: Record<string, string> = {
  'bank/balance-rules compareBalances': 'what a bank states beside the sum of its lines, both shown',
  'category/cost-words-rules costNamed': 'a category that a form begins with',
  'bank/file-rules refusedFile': 'a fault',
  'bank/file-rules unpackFile': 'the bytes of a file; what they hold is `bank_line`',
  'bank/rules decisionOf': 'which verbs of the ledger `bank_match` asks for',
  'arrears/age-rules arrearsAge': 'a word; `arrears_by_age` shows it',
  'arrears/age-rules arrearsTotal': 'explains itself, with the sums of `arrears_by_age`',
  'arrears/age-rules noArrears': 'the empty sums',
  'arrears/margin-rules marginOf': 'a step of `default_interest`, shown as the margin of each part',
  'arrears/by-itself-rules byItselfReason': 'whether the letter of `reminder` goes by itself: a step of it',
  'arrears/reminder-rules itemSteps': 'which step of `reminder` each debt takes in the letter that was sent',
  'arrears/rules interestByRent': 'the lines of a charge, shown on the account',
  'bank/rules leasesOfPart': 'a selection',
  'cost-sharing/rules amongUnits': 'units of a circle that are there still',
  'cost-sharing/rules sharingOf': 'what was entered, found again',
  'cost-sharing/rules withCost': 'what was entered; `operating_cost_statement` shares by it',
  'debit/rules debitState': 'a word',
  'receipt-room/choice-rules firstChoice': 'a choice',
  'receipt-room/choice-rules papersToShow': 'a choice',
  'receipt-room/choice-rules withPaper': 'a choice',
  'receipt-room/picture-pdf-rules pdfOfPictures': 'the bytes of a file',
  'receipt-room/redact-rules boxBetween': 'where a box is drawn',
  'receipt-room/redact-rules movedBox': 'where a box is drawn',
  'receipt-room/redact-rules pixelsOf': 'where a box is burnt in',
  'receipt-room/rules makeCode': 'a secret',
  'deposit/hold-back-rules lastOf': 'an input of `deposit_hold_back`, shown there',
  'deposit/hold-back-rules openPeriods': 'ranges of days',
  'lease/co2-refund-rules co2Refund': '`co2_split` with `ownContract`, and two days',
  'receipt-room/rules stateOfRoom': 'a word',
  'payout/rules transferState': 'a word',
  'deposit/rules capBaseCents': 'the rent that `deposit_cap` names',
  'export/day-rules tenanciesOf': 'days that follow each other as one',
  'export/day-rules commonDays': 'days',
  'export/day-rules tenancyOf': 'days',
  'export/other-people-rules hiddenIn': 'a text',
  'export/other-people-rules hiderOf': 'a text',
  'handover/rules compareKeys': 'keys counted as they were written down',
  'handover/rules findRoom': 'a selection',
  'handover/rules missingKeys': 'keys counted as they were written down',
  'handover/rules newDefects': 'a selection',
  'handover/rules roomsOfMoveIn': 'a selection',
  'lease/notice-rules circumstancesOf': 'choices',
  'lease/notice-rules fitting': 'a choice',
  'lease/rules openingBreach': 'a fault',
  'lease/rules followTerm': 'days of the lease that follows',
  'lease/rules beginWith': 'a selection',
  'lease/rules repeatedRange': 'the place of a mistake in a form',
  'legal/rules premisesOf': 'what is let',
  'legal/rules compareFigures': 'published figures beside those that are known, both shown',
  'legal/ordinance-rules rentBrakeOn':
    'what an ordinance says, shown with its source; an input of `letting_cap`',
  'legal/ordinance-rules rentCapOn':
    'what an ordinance says, shown with its source; an input of `reference_rent_cap`',
  'meter/rules compareMeters': 'an order',
  'meter/rules meterBeside': 'a selection',
  'meter/rules readingAfter': 'a selection',
  'meter/rules readingBefore': 'a selection',
  'meter/rules successorBeside': 'a selection',
  'occupancy/rules merged': 'ranges of days, a step of `occupancy`',
  'occupancy/rules occupancyPercent': 'let units of all, both shown beside it',
  'occupancy/rules ownUseRanges': 'ranges of days',
  'occupancy/rules span': 'ranges of days as numbers',
  'occupancy/rules unitDaysInSpans': '`unitDays` for many units',
  'occupancy/rules vacantMonthCost': 'a step of `vacancy_cost`',
  'occupancy/segment-rules lettableDays': 'a range of days',
  'occupancy/segment-rules stripPeriod': 'a range of days',
  'occupancy/segment-rules vacantMonths': 'the input of `vacancy_cost`',
  'rent-account/account-owner-rules firstOfEach': 'a selection',
  'rent-account/alike-rules findAlike': 'a selection',
  'rent-account/alike-rules recordedLately': 'a moment',
  'rent-account/payment-code-rules paymentCodePath': 'the picture of a text',
  'rent-account/statement-rules ownTitle': 'a word',
  'rent-account/statement-rules reversalTitle': 'a word',
  'rent-account/statement-rules withoutUndone': 'counts the rows that are hidden',
  'rent/difference-rules differenceLines': 'lines posted and owed, both shown',
  'rent/holiday-rules holidaysBetween': 'days, shown one by one by `third_working_day`',
  'rent/modernisation-rules raisedByModernisation':
    'a sum of rises that the account of rents shows, an input of `modernisation_cap`',
  'rent/rules methodIn': 'which method of `proration` counts a month',
  'rent/rules rentOn': 'the rent as it was agreed',
  'rent/step-rules netCentsOf': 'the sum of lines that stand beside it',
  'rent/step-rules stepBreach': 'days on which a step is refused',
  'rent/step-rules withLinesOf': 'lines as they were agreed',
  'rent/step-rules withNetCents': 'lines as they were agreed',
  'rent/usual-rules habitsOf': 'a choice',
  'rent/usual-rules offeredDueRules': 'choices',
  'rent/usual-rules offeredReasons': 'choices',
  'rent/usual-rules usualDue': 'a choice',
  'rent/usual-rules usualParts': 'choices',
  'rent/year-cell-rules yearCells': 'charges by their months',
  'association/grid-rules carriedOver': 'rows as they were typed',
  'association/grid-rules columnsOf': 'which cells are asked for',
  'association/grid-rules emptyRow': 'a row to type into',
  'association/grid-rules readRows': 'amounts as they were typed',
  'association/grid-rules rowsOf': 'amounts as they are typed',
  'association/grid-rules withProposal': 'a choice',
  'association/rules askBy': 'days',
  'association/rules costsOf': 'an input of `operating_cost_statement`; `hausgeld` says how it came about',
  'association/rules faultsOf': 'words',
  'association/rules hausgeldOf': '`hausgeld` on what was entered',
  'association/rules kindByName': 'a choice',
  'association/rules lineFaults': 'words',
  'association/rules neverRecoverable': 'places of lines',
  'association/rules sumOf': 'a sum of what was entered',
  'statement/association-rules ownDays': 'days that are one’s own, a selection',
  'statement/result-rules readyResults': 'sums of results that `operating_cost_statement` explains',
  'setup/grid-rules readRows': 'amounts as they were typed',
  'setup/grid-rules withTable': 'rows as they were pasted',
  'setup/kind-rules takeKinds': 'words',
  'setup/grid-rules bookableMonths': 'months to choose from',
  'setup/column-rules columnsOf': 'the cells a form asks for',
  'setup/grid-rules firstEntry': 'rows that fit one entry',
  'setup/grid-rules groupByPlace': 'an order',
  'setup/column-rules kindOf': 'a choice',
  'setup/grid-rules placeOfPasted': 'a column',
  'setup/figure-rules areaOf': 'an area as it was typed',
  'setup/figure-rules centsOf': 'an amount as it was typed',
  'setup/figure-rules roomsOf': 'a number as it was typed',
  'setup/address-rules addressOf': 'an address as it was typed',
  'setup/address-rules checkAddress': 'an address as it was typed',
  'setup/address-rules joinAddresses': 'an address as it was typed',
  'setup/further-rules contactsOf': 'ways to reach people as they were typed',
  'setup/further-rules depositOf': 'amounts as they were typed',
  'setup/further-rules openingOf': 'amounts as they were typed',
  'setup/further-rules personsOf': 'a number as it was typed',
  'setup/further-rules sizeOf': 'numbers as they were typed',
  'setup/head-rules balanceCells': 'amounts as they were pasted',
  'setup/head-rules meaningOf': 'words',
  'setup/head-rules openBalances': 'a question',
  'setup/head-rules readHeaded': 'rows as they were pasted',
  'setup/head-rules withHeaded': 'rows as they were pasted',
  'setup/kind-rules kindIn': 'words',
  'setup/kind-rules kindNamed': 'a choice',
  'setup/kind-rules propertyKindOf': 'a choice',
  'setup/kind-rules usualVatBp': 'a choice',
  'setup/name-rules namesOf': 'a name',
  'setup/place-rules placesOf': 'amounts as they were typed',
  'heating/circle-rules metersOfPlant': 'a choice',
  'heating/rules unreadPlant': 'an input of `statement_forecast`',
  'statement/meter-rules besideYearBefore': 'an input of `operating_cost_statement`',
  'statement/meter-rules restarted': 'an input of `operating_cost_statement`',
  'heating/rules cutsAtRisk': '`heating_costs` says what each cut comes to',
  'heating/year-rules knownBefore': 'what a year says to the next, inputs of `consumption_comparison`',
  'heating/year-rules co2Of': 'an input of `co2_split`',
  'heating/year-rules measuredOf': 'an input of `heating_costs`',
  'heating/year-rules fuelOf': 'an input of `fuel_stock`',
  'heating/year-rules hotWaterOf': 'an input of `heating_costs`',
  'heating/record-rules figuresOf': 'what `service_records` gives, by whose it is',
  'heating/record-rules fillings': 'what `service_records` gives, as far as it is new',
  'heating/record-rules placeRecords': 'a choice',
  'heating/circle-rules linesOfPlant': 'a choice',
  'handover/rules likelyKind': 'a choice',
  'heating/year-rules missingOf': 'a word',
  'heating/rules plantPeriod': 'ranges of days',
  'heating/circle-rules servedBy': 'a choice',
  'heating/rules statementPlant': 'an input of `operating_cost_statement`',
  'heating/year-rules stockLeft': '`fuel_stock` as the next year begins with it',
  'heating/circle-rules usersOf': 'a choice',
  'letter/compose-rules compose': 'words',
  'letter/compose-rules counterpartOf': 'words',
  'letter/compose-rules faultOf': 'words',
  'letter/compose-rules isFaulty': 'words',
  'letter/compose-rules storedMarks': 'words',
  'letter/template-rules markWords': 'words',
  'letter/template-rules renderBody': 'words',
  'letter/template-rules renderLine': 'words',
  'statement/association-rules associationSource': '`hausgeld` on what was entered',
  'statement/association-rules withPapers': 'an input of `operating_cost_statement`',
  'statement/plant-rules linesAndPlants': 'an input of `operating_cost_statement`',
  'statement/advance-rules advanceChange': '`new_advance` as a step of the rent',
  'statement/advance-rules withAdvances': '`new_advance` as the lines of a rent',
  'statement/warning-rules mendOfWarning': 'a place',
  'statement/meter-rules placesOf': 'an input of `operating_cost_statement`',
  'statement/rules asListed': 'an order',
  'statement/rules finishedPeriods': 'ranges of days; `operating_cost_statement` names the last day of each',
  'statement/rules linesOf': 'an input of `operating_cost_statement`',
  'statement/rules meterKindsOf': 'a choice',
  'statement/settlement-rules settlementOf': 'an input of `operating_cost_statement`',
  'statement/settlement-rules sharedKeyOf': 'a word',
  'statement/rules usualLabourGroup': 'a word',
  'statement/settlement-rules vatRatesOf': 'an input of `statement_vat`',
  'statement/bill-rules billsFor': 'a selection',
  'statement/bill-rules totalFor': 'a sum of bills, which stand beside it',
  'statement/view-rules saidOnce': 'sentences told together',
  'statement/view-rules leaseProblems': 'what stops a lease',
  'statement/view-rules withGone': 'what stops a correction',
  'statement/view-rules viewOf': '`operating_cost_statement` as its page shows it',
  'arrears/reminder-rules reminderFee': 'a step of `reminder`',
  'outbox/mail-rules nextTry': 'when a mail is tried again',
  'outbox/sender-rules senderGap': 'a word',
  'statistics/cash-rules ratioBp': 'a step of the shares and yields',
  'property/rules sharesWithOneMore': 'shares a form proposes',
  'occupancy/lease-share-rules splitWeights': 'a step of `lease_split`',
  'occupancy/lease-share-rules unitsInPeriod': 'a selection',
  'statistics/outlook-rules outlookPeriod': 'a range of days',
  'statistics/owner-rules partiesOf': 'a step of what falls to each owner',
  'statistics/owner-rules shareOfOthers': 'a step of what falls to each owner',
  'statistics/report-range-rules offeredYears': 'years to choose from',
  'statistics/report-range-rules rangeOf': 'a range of days',
  'statistics/report-rules noFigures': 'the empty sums',
  'statistics/report-rules reportFigures': 'every figure of it has its own entry',
  'statistics/report-rules sumFigures': 'a step of the figures of a report',
  'statistics/report-rules yieldFigures': 'every figure of it has its own entry',
  'transaction/rules historyOf': 'what people did to a booking',
  'transaction/rules splitWeights': 'a step of `bill_split`',
  'transaction/rules usualKey': 'a key a form proposes',
  'tax/depreciation-rules missingOf': 'what has to be entered first',
  'tax/depreciation-rules buildingCost': 'an input of `depreciation`, shown there',
  'tax/depreciation-rules linearRateBp': 'an input of `depreciation`, shown there',
  'tax/fill-rules fillForm':
    'the fields of a form with what each is made of, all shown; `tax_result` is their sum',
  'tax/fill-rules fieldFor': 'in which field a booking counts',
  'tax/rules nearYearOf': 'whether a payment and its day are near New Year',
  'tax/rules taxYear': 'in which year a payment counts',
  'tax/rules taxFormOf': 'a word',
  'tax/rules letOf': 'what is let',
  'tax/rules partsOfReceipt': 'in which field a payment counts, all of it in one',
  'tax/rules fieldOfBooking': 'in which field a booking counts',
  'vat/rules sumVat': 'sums of months, which stand beside it',
  'ledger/allocation-rules inLegalOrder': 'an order, a step of `allocation`',
  'ledger/allocation-rules withoutShares': 'a step of `credit_allocation`',
  'ledger/stated-rules statedDifference': 'what `statement_correction` changes on an account',
  'ledger/reduction-rules reductionShares':
    'from which lines the amount of `rent_reduction` is taken, shown on the account',
  'ledger/correction-rules meetLines': 'the lines of a correction, shown on the account',
};

/** Rooms whose rules count no money, time or area of a landlord. */
const withoutFigures = ['account', 'demo', 'document', 'member', 'portfolio', 'tenant', 'unit'];
/** What a function says it returns, where that cannot hold a figure. */
const noFigure =
  /^(boolean|string|CalendarDate|Month|Language|[A-Z]\w*Breach|Recurring\w*)(\[\])?( \| null)?$/;

const source = new URL('../../src/', import.meta.url).pathname;

function functionsOf(path: string): string[] {
  const text = readFileSync(join(source, path), 'utf8');
  const starts = [...text.matchAll(/^export (?:function (\w+)|const (\w+) = (?:<[^=]*>)?\()/gm)];
  return starts.flatMap((match, index) => {
    const own = text.slice(match.index, starts[index + 1]?.index);
    const returned = /\n?\): ([^={]+?) (?:\{|=>)/.exec(own)?.[1]?.trim();
    return returned !== undefined && noFigure.test(returned) ? [] : [match[1] ?? match[2] ?? ''];
  });
}

const files = (under: string) =>
  readdirSync(join(source, under), { recursive: true, encoding: 'utf8' }).map((path) => join(under, path));
const ruleFiles = [...files('features'), ...files('ledger')].filter((path) =>
  /(^|[/-])rules\.ts$/.test(path),
);
const explaining = files('explain')
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(source, path), 'utf8'))
  .join('\n');

test('every rule with a figure is explained, or says why not', () => {
  expect(ruleFiles.length).toBeGreaterThan(40);
  const found = ruleFiles
    .filter((path) => !withoutFigures.some((room) => path.startsWith(`features/${room}/`)))
    .flatMap((path) => functionsOf(path).map((name) => ({ path, name })));
  const isExplained = ({ path, name }: { path: string; name: string }) => {
    const imported = new RegExp(
      `import \\{[^}]*\\b${name}\\b[^}]*\\} from '\\.\\./${path.replaceAll('.', '\\.')}'`,
    );
    return imported.test(explaining);
  };
  const keyOf = ({ path, name }: { path: string; name: string }) =>
    `${path.replace('features/', '').replace('.ts', '')} ${name}`;
  const keys = found.filter((one) => !isExplained(one)).map(keyOf);
  expect(
    keys.filter((key) => reasons[key] === undefined),
    'explain it in src/explain; a helper that is no figure gets its reason in `reasons` of this file, a value is a constant',
  ).toEqual([]);
  // A reason that is needed no longer goes.
  expect(
    Object.keys(reasons).filter((key) => !keys.includes(key)),
    'explained, or gone: take it out of `reasons`',
  ).toEqual([]);
});
