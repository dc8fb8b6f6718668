import type { Ground, Person } from './ground.ts';
import type { Answered, Asked } from './request.ts';

/** Words of the inside: of the database, of its driver, of the runtime. */
const inside = [
  /PostgresError|DrizzleQueryError|Failed query|drizzle-orm/,
  /violates (foreign key|check|unique|not-null|exclusion) constraint|duplicate key value/,
  /syntax error at or near|invalid input syntax|invalid byte sequence|value too long for type/,
  /permission denied for (table|schema|function)|relation "[^"]*" does not exist/,
  /\b(select|insert into|update|delete from)\b[^<>]{1,300}\b(hausbuch|auth|storage|supabase_embedded)\.\w/i,
  /\n\s+at [^\n]{1,200}:\d+:\d+/,
  /\bat (?:async )?[\w.<>]+ \((?:file:|node:|\/)[^)]*\)/,
];

/** Of a batch each answer counts. */
const worstOf = (status: number, text: string) =>
  Math.max(status, ...[...text.matchAll(/"httpStatus":(5\d\d)/g)].map(([, code]) => Number(code)));

export interface Judged {
  faults: string[];
  isPassing: boolean;
}

/** What no answer may say: ids of others, what the inside is made of, secrets; but what the question itself held. */
function leaksOf(ground: Ground, asked: Asked, answer: Answered): string[] {
  const question = `${decodeURIComponentOrNot(asked.path)} ${String(asked.body ?? '')} ${JSON.stringify(asked.headers)}`;
  const said = `${answer.text} ${answer.headers.location ?? ''}`;
  const found = (text: string) => said.includes(text) && !question.includes(text);
  const faults = inside.flatMap((pattern) => {
    const words = pattern.exec(said)?.[0];
    return words && !question.includes(words) ? [`says ${JSON.stringify(words.slice(0, 200))}`] : [];
  });
  for (const secret of ground.secrets) if (found(secret)) faults.push(`tells ${secret}`);
  for (const [name, id] of foreignTo(ground, asked.person)) {
    if (found(id)) faults.push(`tells ${name} ${id} of another portfolio`);
  }
  return faults;
}

function decodeURIComponentOrNot(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function foreignTo({ rows }: Ground, person: Person): [string, string][] {
  const idsOf = (which: 'own' | 'foreign') => [
    ...Object.entries(rows[which].ids),
    ['owner', rows[which].books.ownerId] as [string, string],
  ];
  if (person === 'nobody' || person === 'impostor') return [...idsOf('own'), ...idsOf('foreign')];
  return idsOf(person === 'stranger' ? 'own' : 'foreign');
}

/** What is wrong with an answer. `mayTell`: the secret key asked, which may read everything. */
export function judge(ground: Ground, asked: Asked, answer: Answered, mayTell = false): Judged {
  if (answer.status === null) return { faults: [answer.problem], isPassing: false };
  const worst = worstOf(answer.status, answer.text);
  const isPassing = worst === 503 && answer.headers['retry-after'] !== undefined;
  const faults: string[] = [];
  // 501 says what is not built: an extension of resumable uploads.
  if (worst >= 500 && worst !== 501 && !isPassing) {
    faults.push(`answers ${worst}: ${answer.text.slice(0, 300)}`);
  }
  if (!mayTell) faults.push(...leaksOf(ground, asked, answer));
  return { faults, isPassing };
}
