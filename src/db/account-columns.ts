import { bankAccount } from './schema/index.ts';

/** What an account is known by, for whoever names it. */
export const accountColumns = {
  scheme: bankAccount.scheme,
  iban: bankAccount.iban,
  bankCode: bankAccount.bankCode,
  accountNumber: bankAccount.accountNumber,
};
