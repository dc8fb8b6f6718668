import { roomOf, rooms } from './rooms.ts';
import { type Finding, type SourceFile, targetOf } from './source.ts';

type Edge = { from: string; to: string; file: string; line: number; specifier: string };

const isTest = (file: string) => /\.test\.tsx?$/.test(file);

/** The client is typed by the routers, and features are written with the client: the one way up there is. */
const isWayUp = (file: string, target: string) =>
  file === 'src/trpc/root.ts' && /^src\/features\/.+\/router(\.ts)?$/.test(target);

/** Imports from room to room, tests left out: they may look anywhere. */
function edgesOf(sources: readonly SourceFile[]): Edge[] {
  return sources.flatMap(({ path: file, imports }) => {
    const from = roomOf(file);
    if (from === null || isTest(file)) return [];
    return imports.flatMap(({ from: specifier, line }) => {
      const target = targetOf(file, specifier);
      const to = target === null ? null : roomOf(target);
      if (target === null || to === null || to === from || isWayUp(file, target)) return [];
      return [{ from, to, file, line, specifier }];
    });
  });
}

/** The shortest way from a room to another by imports; null if there is none. */
function wayBetween(edges: readonly Edge[], from: string, to: string): Edge[] | null {
  const ways = new Map<string, Edge[]>([[from, []]]);
  for (const [room, way] of ways) {
    if (room === to) return way;
    for (const edge of edges) {
      if (edge.from === room && !ways.has(edge.to)) ways.set(edge.to, [...way, edge]);
    }
  }
  return null;
}

const placeOf = ({ file, line }: Edge) => `${file}:${line}`;

/**
 * Imports that run up the order of the rooms, each with the circle it closes, and rooms that stand in no place of it.
 * With all of src given, also places of the order that no room takes.
 */
export function checkRooms(
  sources: readonly SourceFile[],
  order: readonly (readonly [room: string, why: string])[] = rooms,
): Finding[] {
  const ranks = new Map(order.map(([room], rank) => [room, rank]));
  const edges = edgesOf(sources);
  const present = new Set(sources.map(({ path: file }) => roomOf(file)).filter((room) => room !== null));
  const nameless = [...present]
    .filter((room) => !ranks.has(room))
    .map((room) => ({
      path: sources.find((source) => roomOf(source.path) === room)?.path ?? '',
      line: 1,
      message: `${room} has no place in the order: name it in scripts/checks/rooms.ts, above all it imports`,
    }));
  const upwards = edges.flatMap((edge): Finding[] => {
    const [from, to] = [ranks.get(edge.from), ranks.get(edge.to)];
    if (from === undefined || to === undefined || from < to) return [];
    const back = wayBetween(edges, edge.to, edge.from);
    const circle = back && [edge, ...back].map((step) => `\n    ${step.from} → ${step.to}  ${placeOf(step)}`);
    const message = `${edge.specifier}: imports run down the order of scripts/checks/rooms.ts, and ${edge.to} stands above ${edge.from}`;
    return [
      {
        path: edge.file,
        line: edge.line,
        message: circle ? `${message}; this closes a circle:${circle.join('')}` : message,
      },
    ];
  });
  return [...nameless, ...upwards];
}

/** Places of the order without a room on disk. */
export function findEmptyPlaces(
  sources: readonly SourceFile[],
  order: readonly (readonly [room: string, why: string])[] = rooms,
): Finding[] {
  const present = new Set(sources.map(({ path: file }) => roomOf(file)));
  return order
    .filter(([room]) => !present.has(room))
    .map(([room]) => ({
      path: 'scripts/checks/rooms.ts',
      line: 1,
      message: `${room} has a place in the order and is not there`,
    }));
}
