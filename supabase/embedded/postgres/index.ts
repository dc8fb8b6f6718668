export { type Account, canReach, chooseAccount } from './account.ts';
export { type Binaries, findBinaries } from './binaries.ts';
export { type RunningPostgres, type StartOptions, startPostgres, unfinishedFile } from './launcher.ts';
export { type ProvisionedDatabase, type ProvisionOptions, provisionDatabase } from './provision.ts';
