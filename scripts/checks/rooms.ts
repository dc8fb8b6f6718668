/**
 * The rooms of src from the street inwards, each with why it stands there. A room imports only rooms below it, types
 * too; so there is no circle, and a change is felt upwards only. A new room takes the place just above all it needs.
 * Where a page shows a dialog or a section of a room above another's, the page hands it in (`app/`, slots).
 */
export const rooms = [
  ['explain', 'every rule by name, for the command line alone: what the app loads stays without the list'],
  ['instrumentation', 'starts the server and its jobs'],
  ['app', 'pages and endpoints: they compose features, also those that do not know each other'],
  ['jobs', 'what runs by itself does what features offer'],
  ['print', 'makes the papers of features, in processes beside the answers'],
  ['proxy', 'before any page: language and session, no feature'],

  ['features/search', 'finds everything, and its keys open the dialogs of every day'],
  ['features/demo', 'a made-up portfolio goes through the rules of all others'],
  ['features/erasure', 'takes away a portfolio or an account with all that hangs on it'],
  ['features/export', 'hands out all rows; knows tables, not screens'],
  ['features/overview', 'what needs attention today, from all that runs; leads through the set-up'],
  ['features/setup', 'all that is let, entered at once: properties, units, tenants, leases'],
  ['features/vat', 'what a landlord returns of VAT, from all that is owed, paid and booked'],
  ['features/tax', 'what a property brought and cost in a year, as the tax return asks for it'],
  ['features/statistics', 'figures over everything that is owed, paid, booked and let'],
  ['features/arrears', 'what is overdue by the rent account, with interest by law and rent by law'],
  ['features/bank', 'lines of bank statements, and the postings of the rent account they become'],
  ['features/payout', 'pays tenants what the rent account and their deposit say; the bank’s lines prove it'],
  ['features/debit', 'collects what the rent account says is due; the bank’s lines answer it'],
  ['features/receipt-room', 'receipts of a sent statement, shown to one tenant who comes without an account'],
  ['features/objection', 'what tenants say against a statement that was sent, and the answer'],
  ['features/recurring', 'books by itself what transaction books by hand'],
  [
    'features/statement',
    'operating costs of a house settled with its tenants, from all that is booked, let and measured',
  ],
  [
    'features/association',
    'what owners’ associations settle with a flat, and how they were asked for it; the statement takes it over',
  ],
  ['features/heating', 'plants of a house and what is known of their years; the statement settles them'],
  ['features/transaction', 'income and expenses besides the rent, with categories and papers'],
  ['features/lease', 'the contract: rents, deposit, hand-overs and account are its parts'],
  ['features/letter', 'letters a person writes about a lease, from texts with gaps that its facts fill'],
  ['features/handover', 'rooms, keys and meters when a tenant comes or goes; papers are its photos'],
  ['features/deposit', 'measured by the rent, settled in the rent account'],
  ['features/rent', 'what is agreed and its rises by law; posts into the rent account'],
  ['features/rent-account', 'the screens of the ledger: who pays, what is open, what is taken back'],
  ['features/property', 'the house with its units, owners, values and cover'],
  ['features/meter', 'hangs on a unit, and is read'],
  ['features/unit', 'what is let; shows who holds it'],
  ['features/tenant', 'who rents; shows what they hold'],
  ['features/outbox', 'what was written to tenants and how it went; its files are papers'],
  ['features/document', 'papers, which hang on anything by its id'],
  ['features/occupancy', 'who holds which unit on which days; reads tables and nobody else'],
  ['features/member', 'who else works in a portfolio'],
  ['features/live', 'tells open windows what changed'],
  ['features/contact', 'the form of the public pages'],
  ['features/portfolio', 'whose books these are; everything with a page asks for the current one'],
  ['features/legal', 'figures and reach of the law, which rent, deposit and arrears apply'],
  [
    'features/cost-sharing',
    'how a house shares out a cost otherwise than usual; a line of its statement shows it',
  ],
  [
    'features/cost-agreement',
    'which operating costs a contract passes on; its page shows it, the statement reads it',
  ],
  ['features/category', 'what a booking is for; a new portfolio comes with the usual ones'],
  ['features/account', 'who is signed in'],

  ['ledger', 'the rent account: charges, payments, what settles what'],
  ['trpc', 'from a request to a transaction; only root.ts looks up, at the routers'],
  ['auth', 'whose request it is'],
  ['storage', 'signs uploads and downloads'],
  ['bundesbank', 'asks for published figures, where somebody asked for that, and reads the answer'],
  ['mail', 'writes and sends letters'],
  ['db', 'tables and transactions'],
  ['components', 'user interface without domain'],
  ['i18n', 'languages, formats, addresses of pages'],
  ['bank', 'files of banks, and whose their lines are: pure, knows no table and no screen'],
  ['invoice', 'electronic invoices by EN 16931, read and written: pure, knows no table and no screen'],
  ['statement', 'operating costs shared out to the cent: pure, knows no table and no screen'],
  ['domain', 'words of the trade that tables and screens share'],
  ['lib', 'leaf modules: money, calendar, errors, settings'],
] as const satisfies readonly (readonly [room: string, why: string])[];

/** The room a file of src is in: `features/<noun>`, a folder of src, or the name of a file in src itself. */
export function roomOf(file: string): string | null {
  const [src, top = '', second = ''] = file.split('/');
  if (src !== 'src' || top === '') return null;
  if (top === 'features') return `features/${second}`;
  return top.replace(/\.tsx?$/, '').replace(/^instrumentation-node$/, 'instrumentation');
}
