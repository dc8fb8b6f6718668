/**
 * The closed value lists of the domain. The database checks, the zod inputs and the message keys are all
 * derived from these arrays, so a value is added in one place (plus a migration and two words).
 */

export const jurisdictions = ['DE', 'AT', 'CH', 'US', 'GB', 'other'] as const;
export type Jurisdiction = (typeof jurisdictions)[number];

export const currencies = ['EUR', 'CHF', 'USD', 'GBP'] as const;
export type Currency = (typeof currencies)[number];

export { type Language, languages } from '../lib/languages.ts';

export const erasureKinds = ['portfolio', 'account'] as const;

export const memberRoles = ['owner', 'manager', 'viewer'] as const;
export type MemberRole = (typeof memberRoles)[number];
/** What one can be invited as. */
export const invitedRoles = ['manager', 'viewer'] as const;

export const partyKinds = ['person', 'company'] as const;
export type PartyKind = (typeof partyKinds)[number];

export const salutations = ['mr', 'ms', 'family', 'none'] as const;

export const bankAccountPurposes = ['rent', 'deposit', 'other'] as const;
/** By what an account is known: its IBAN, a number with the code of its bank as in a country, or as its bank says. */
export const accountSchemes = ['iban', 'us', 'gb', 'other'] as const;
export type AccountScheme = (typeof accountSchemes)[number];

/** What became of a line of a bank statement. */
export const bankLineStates = ['waiting', 'matched', 'left_out'] as const;
export type BankLineState = (typeof bankLineStates)[number];
/**
 * What a part of a line is: a payment, income or an expense of its own, the proof of what was typed in, the return of a
 * payment, credit paid back, or nothing of ours.
 */
export const bankMatchKinds = ['payment', 'booking', 'evidence', 'return', 'refund', 'left_out'] as const;
export type BankMatchKind = (typeof bankMatchKinds)[number];
/** How money came into the books: certain and booked by itself, a line that somebody accepted, or entered by hand. */
export const paymentOrigins = ['by_itself', 'confirmed', 'typed'] as const;
export type PaymentOrigin = (typeof paymentOrigins)[number];
/** What is known of a sender: whose rent it pays, as what its money is booked, or that it is nothing of the books. */
export const bankRuleKinds = ['lease', 'booking', 'left_out'] as const;

export const propertyKinds = [
  'apartment',
  'house',
  'multi_family',
  'commercial',
  'mixed',
  'parking',
  'land',
] as const;
export type PropertyKind = (typeof propertyKinds)[number];

export const unitKinds = ['apartment', 'house', 'room', 'commercial', 'parking', 'storage', 'other'] as const;
export type UnitKind = (typeof unitKinds)[number];

export const energyClasses = ['A+', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const;

/** How a part month is charged: no statute fixes the method, so the contract does. */
export const prorationMethods = ['calendar_days', 'thirty_days', 'full_month'] as const;
export type ProrationMethod = (typeof prorationMethods)[number];

export const dueRules = ['third_working_day', 'day_of_month', 'first'] as const;
export type DueRule = (typeof dueRules)[number];

export const noticeParties = ['landlord', 'tenant', 'agreement'] as const;
export type NoticeParty = (typeof noticeParties)[number];

export const rentReasons = [
  'initial',
  'agreed',
  'stepped',
  'indexed',
  'reference_rent',
  'modernisation',
] as const;
export type RentReason = (typeof rentReasons)[number];

export const rentComponents = ['net', 'operating_costs', 'heating', 'parking', 'furniture', 'other'] as const;
export type RentComponent = (typeof rentComponents)[number];

/** How a rent line is settled: against the yearly statement, never (lump sum), or not at all (plain rent). */
export const settlementKinds = ['advance', 'lump_sum', 'none'] as const;
export type SettlementKind = (typeof settlementKinds)[number];

export const correctionReasons = ['correction', 'waiver', 'void'] as const;
export type CorrectionReason = (typeof correctionReasons)[number];

export const paymentDirections = ['in', 'out'] as const;

/** What the tenant gives as security (§ 232, § 551 BGB): money, a bank's word, or a pledged savings account. */
export const depositForms = ['cash', 'guarantee', 'savings_account', 'other'] as const;
export type DepositForm = (typeof depositForms)[number];

export const depositMovementKinds = [
  'received',
  'interest',
  'deduction',
  'hold_back',
  'returned',
  /** To who bought the house. */
  'handed_over',
  /** To the deposit of another lease, and from one. */
  'moved_out',
  'moved_in',
] as const;
/** What a person records; a move between deposits is a command of its own. */
export const recordedMovementKinds = [
  'received',
  'interest',
  'deduction',
  'hold_back',
  'returned',
  'handed_over',
] as const satisfies readonly DepositMovementKind[];
export type DepositMovementKind = (typeof depositMovementKinds)[number];

/** Dated figures of law or contract that a portfolio may enter: what was published since, and its own. */
export const legalFigureKinds = [
  'base_rate',
  'consumer_price_index',
  'own_interest_rate',
  'own_deposit_months',
  'rent_cap',
  'rent_brake',
] as const;
export type LegalFigureKind = (typeof legalFigureKinds)[number];
/** Those that an ordinance names for a place (§ 558 (3), § 556d BGB). */
export const placeFigureKinds = ['rent_cap', 'rent_brake'] as const satisfies readonly LegalFigureKind[];

/**
 * What of premises makes another period of notice. Of dwellings: in a house of two in which the landlord lives, or a part of
 * the landlord's own dwelling (§ 573a BGB); a furnished room there, not let to a family (§ 549 (2) no. 2, § 573c (3)). Of
 * the others: land without a building, used for business (§ 580a (1) no. 3). Of all: the tenant has died, and the lease goes on
 * with the heirs (§§ 564, 580).
 */
export const noticeCircumstances = [
  'none',
  'shared_house',
  'furnished_room',
  'commercial_land',
  'heirs',
] as const;
export type NoticeCircumstance = (typeof noticeCircumstances)[number];

/** How an association's manager was asked for its statement. */
export const effortWays = ['mail', 'letter', 'phone', 'in_person'] as const;
export type EffortWay = (typeof effortWays)[number];

/**
 * How a modernisation raises the rent: by its cost (§ 559 BGB), in the simplified way up to 10,000 € (§ 559c), or as a
 * subsidised heating system (§ 559e).
 */
export const modernisationKinds = ['ordinary', 'simplified', 'heating'] as const;
export type ModernisationKind = (typeof modernisationKinds)[number];

export const leaseStates = ['upcoming', 'active', 'notice_given', 'sold', 'ended', 'void'] as const;
export type LeaseState = (typeof leaseStates)[number];

export const chargeStates = ['scheduled', 'due', 'partly_paid', 'paid', 'overdue', 'waived'] as const;
export type ChargeState = (typeof chargeStates)[number];

export const bookingDirections = ['income', 'expense'] as const;
export type BookingDirection = (typeof bookingDirections)[number];

/** What a recurring item or transaction is booked on. */
export const bookingLevels = ['unit', 'property', 'portfolio'] as const;
export type BookingLevel = (typeof bookingLevels)[number];

/** Distribution keys of operating costs: § 556a BGB, and what contracts agree on. */
export const distributionKeys = [
  'area',
  'persons',
  'units',
  'consumption',
  'co_ownership',
  'direct',
] as const;
export type DistributionKey = (typeof distributionKeys)[number];

/** How a bill is split over units. */
export const splitMethods = ['area', 'persons', 'share', 'equal', 'manual'] as const;
export type SplitMethod = (typeof splitMethods)[number];

export const documentCategories = [
  'lease',
  'handover',
  'invoice',
  'statement',
  'insurance',
  'energy_certificate',
  'tax',
  'plan',
  'photo',
  'letter',
  'other',
] as const;
export type DocumentCategory = (typeof documentCategories)[number];

/** uploading → checked (the head of the file is what it says) → ready (hashed, text read) → deleted. */
export const documentStates = ['uploading', 'checked', 'ready', 'deleted'] as const;

export const handoverKinds = ['move_in', 'move_out'] as const;
export type HandoverKind = (typeof handoverKinds)[number];

export const meterKinds = [
  'electricity',
  'gas',
  'cold_water',
  'warm_water',
  'heat',
  'heat_cost_allocator',
  'oil',
  'other',
] as const;
export type MeterKind = (typeof meterKinds)[number];

/** What a meter counts in; `units` are those of a heat-cost allocator, which has none of its own. */
export const meterMeasures = ['kwh', 'm3', 'units', 'litre'] as const;
export type MeterMeasure = (typeof meterMeasures)[number];

export const keyKinds = [
  'house_door',
  'flat_door',
  'letter_box',
  'cellar',
  'garage',
  'gate',
  'room',
  'other',
] as const;
export type KeyKind = (typeof keyKinds)[number];

export const roomConditions = ['as_new', 'good', 'worn', 'needs_work'] as const;
export type RoomCondition = (typeof roomConditions)[number];

/** Who is to mend a defect; `nobody`: it stays as it is. */
export const mendingParties = ['landlord', 'tenant', 'nobody'] as const;
export type MendingParty = (typeof mendingParties)[number];

/** What a person reads about their own account afterwards. */
export const accountEventKinds = [
  'sign_in',
  'password_changed',
  'email_change_asked',
  'email_changed',
  'phone_changed',
  'factor_added',
  'factor_removed',
  'identity_unlinked',
  'recovery_codes_made',
  'recovery_code_used',
] as const;
export type AccountEventKind = (typeof accountEventKinds)[number];

/** How somebody signed in; `link`: a link or a code that was sent. A second factor comes on top. */
export const signInWays = ['password', 'link', 'provider'] as const;
export type SignInWay = (typeof signInWays)[number];

/** The tones of a reminder, each after the one before it. */
export const reminderSteps = ['friendly', 'first', 'second', 'last'] as const;
export type ReminderStep = (typeof reminderSteps)[number];
/** Those that may go by themselves: the one before notice is a person's to send. */
export const byItselfSteps = ['friendly', 'first', 'second'] as const satisfies ReminderStep[];
export type ByItselfStep = (typeof byItselfSteps)[number];

/** Letters a person writes about a lease, each from a text of ours or an own one. */
export const writtenKinds = [
  'free',
  'receipt',
  'no_arrears',
  'notice_confirmation',
  'move_in_confirmation',
  'account_statement',
  'rent_invoice',
  'payment_announcement',
  'new_advance',
  'index_rent',
  'deposit_settlement',
  'sepa_mandate',
] as const;
export type WrittenKind = (typeof writtenKinds)[number];
/** The texts of reminders, one for each tone: in a language ours, or the one that a portfolio has instead of it. */
export const reminderKinds = [
  'reminder_friendly',
  'reminder_first',
  'reminder_second',
  'reminder_last',
] as const satisfies `reminder_${ReminderStep}`[];
export type ReminderKind = (typeof reminderKinds)[number];
/** Whatever is written from a text with gaps. */
export const textKinds = [...writtenKinds, ...reminderKinds] as const;
export type TextKind = (typeof textKinds)[number];
/** What is written to tenants and remembered. */
export const letterKinds = ['reminder', 'cost_statement', 'pre_notice', ...writtenKinds] as const;
export type LetterKind = (typeof letterKinds)[number];
/** `ready` waits for its mail; what was marked by mistake is taken back. */
export const letterStates = ['ready', 'sent', 'answered', 'taken_back'] as const;
export type LetterState = (typeof letterStates)[number];
/** What stands on a letter beside its words: above the sender, and where it is signed. */
export const letterPictures = ['logo', 'signature'] as const;
export type LetterPicture = (typeof letterPictures)[number];
export const letterWays = ['mail', 'post', 'handed_over'] as const;
export type LetterWay = (typeof letterWays)[number];
/**
 * Of a mail; `sending` is on its way right now, `uncertain` went and nobody knows whether it arrived, `arrived` is one of those
 * of which a person says that it did.
 */
export const mailStates = [
  'waiting',
  'sending',
  'sent',
  'refused',
  'uncertain',
  'arrived',
  'returned',
  'stopped',
] as const;
/** Why a mail was not sent any more: paid or too late meanwhile, nothing to print, or a person's doing. */
export const stopReasons = [
  'paid',
  'late',
  'corrected',
  'called_off',
  'without_file',
  'taken_back',
  'by_hand',
  'erased',
] as const;
export type StopReason = (typeof stopReasons)[number];

/** What happens at a room in which a tenant looks at receipts. */
export const receiptRoomEvents = [
  'mailed',
  'code_asked',
  'code_mailed',
  'refused',
  'entered',
  'looked',
  'file',
] as const;
export type ReceiptRoomEvent = (typeof receiptRoomEvents)[number];
