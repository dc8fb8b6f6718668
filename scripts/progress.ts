const quietMs = 300;
const beatMs = 5_000;

/** Runs a step and says so if it takes long, again every few seconds. */
export async function step<T>(label: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1000);
  let beat: NodeJS.Timeout | undefined;
  const first = setTimeout(() => {
    console.log(`${label} …`);
    beat = setInterval(() => console.log(`${label} … ${seconds()} s`), beatMs);
  }, quietMs);
  try {
    return await work();
  } finally {
    clearTimeout(first);
    clearInterval(beat);
  }
}
