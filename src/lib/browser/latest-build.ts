import { fetchAgain } from '../fetch-again';

/** The build the server runs now; null when it cannot say, which is never worth a message. */
export async function askLatestBuild(): Promise<string | null> {
  try {
    const response = await fetchAgain('/builds/latest.json', { cache: 'no-store' });
    if (!response.ok) return null;
    const answer: unknown = await response.json();
    const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : null;
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
}

/** The manifest tells what changed; without it the notice is shown all the same. */
export async function checkManifest(id: string): Promise<void> {
  try {
    const response = await fetchAgain(`/builds/meta/${id}.json`);
    if (!response.ok) throw new Error(`status ${response.status}`);
  } catch (error) {
    console.warn('The manifest of the new build could not be read.', error);
  }
}
