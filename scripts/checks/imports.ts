import { checkImports } from './import-rules.ts';
import { readSources, report } from './source.ts';

report('imports', checkImports(readSources(['src', 'supabase', 'scripts', 'tests'])));
