import { checkBoundaries } from './boundary-rules.ts';
import { checkImports } from './import-rules.ts';
import { checkRooms, findEmptyPlaces } from './room-rules.ts';
import { checkSides } from './side-rules.ts';
import { readSources, report } from './source.ts';

const sources = readSources(['src', 'supabase', 'scripts', 'tests']);
report('imports', [
  ...checkRooms(sources),
  ...findEmptyPlaces(sources),
  ...checkSides(sources),
  ...checkBoundaries(sources),
  ...checkImports(sources),
]);
