import { exitCodes, lookUpAdvisories, tellAdvisories } from './advisories.ts';

/** `npm run audit`: 0 where nothing is known against what production runs, 1 where something is, 2 where nobody could be asked. */
const answer = await lookUpAdvisories();
console.log(tellAdvisories(answer));
process.exitCode = exitCodes[answer.kind];
