/** Before the second, third and fourth attempt. */
const waitsMs = [300, 700, 1_500];
/** Answers of a gateway that say nothing about the request. */
const gatewayFailures: ReadonlySet<number> = new Set([502, 503, 504]);

export const isGatewayFailure = (response: Response): boolean => gatewayFailures.has(response.status);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Tries up to three times more, as long as it is asked to; the last outcome is the caller's, thrown or not. */
export async function tryAgain<Result>(
  attempt: () => Promise<Result>,
  isWorthAnother: (result: Result) => boolean = () => false,
): Promise<Result> {
  for (const waitMs of waitsMs) {
    try {
      const result = await attempt();
      if (!isWorthAnother(result)) return result;
    } catch {
      // No answer at all.
    }
    await pause(waitMs);
  }
  return attempt();
}

/** `fetch` for what only reads: tries again where the network failed or a gateway answered, and never else. */
export const fetchAgain = (url: string, init?: RequestInit): Promise<Response> =>
  tryAgain(() => fetch(url, init), isGatewayFailure);
