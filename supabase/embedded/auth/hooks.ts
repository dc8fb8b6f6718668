import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { ApiError } from '../errors.ts';

/** Calls of another server over HTTP, signed as Standard Webhooks, as config.toml `[auth.hook.*]` names them. */
export interface Hook {
  uri: string;
  secrets: Buffer[];
}

const timeoutMs = 5_000;
const attempts = 3;
const pauseMs = 1_000;
const maxAnswerBytes = 200 * 1024;
const localHosts = new Set(['localhost', '127.0.0.1', '[::1]', 'host.docker.internal']);

function parseHook(name: string, uri: string, secrets: string): Hook {
  const complain = (what: string) => new Error(`supabase/config.toml: [auth.hook.${name}] ${what}`);
  if (!URL.canParse(uri)) throw complain('needs a uri');
  const { protocol, hostname } = new URL(uri);
  if (protocol !== 'https:' && !(protocol === 'http:' && localHosts.has(hostname))) {
    throw complain('needs an https address, or http on this machine');
  }
  const keys = secrets.split('|').map((secret) => /^v1,whsec_([A-Za-z0-9+/]+=*)$/.exec(secret.trim())?.[1]);
  if (keys.some((key) => key === undefined)) throw complain('needs secrets like "v1,whsec_<base64>"');
  return { uri, secrets: keys.map((key) => Buffer.from(key ?? '', 'base64')) };
}

/**
 * The hook that sends text messages, or null. Refuses hooks this server would leave uncalled: they may
 * be what keeps somebody out.
 */
export function readSmsHook(config: Config): Hook | null {
  const enabled = Object.entries(config.auth.hook).filter(([, hook]) => hook.enabled);
  const unknown = enabled.find(([name]) => name !== 'send_sms');
  if (unknown) {
    throw new Error(
      `supabase/config.toml: [auth.hook.${unknown[0]}] is not called by the embedded server. Disable it, or use a Supabase project.`,
    );
  }
  const [found] = enabled;
  return found ? parseHook(found[0], found[1].uri, found[1].secrets) : null;
}

export function signatureOf(secret: Buffer, id: string, timestamp: string, body: string): string {
  return `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

const failure = z.object({
  error: z.object({ http_code: z.number().int().min(400).max(599).default(500), message: z.string().min(1) }),
});

const unavailable = (message: string) => new ApiError(500, 'unexpected_failure', message);

async function readAnswer(response: Response): Promise<void> {
  if (response.status === 204) return;
  if (response.status !== 200 && response.status !== 202) {
    throw unavailable(`Unexpected status code returned from hook: ${response.status}`);
  }
  if (!/^application\/json\b/i.test(response.headers.get('content-type') ?? '')) {
    throw new ApiError(
      400,
      'hook_payload_invalid_content_type',
      'Invalid JSON response from hook: unexpected Content-Type',
    );
  }
  const text = await response.text();
  if (text.length > maxAnswerBytes) {
    throw new ApiError(422, 'hook_payload_over_size_limit', 'Payload size exceeded size limit of hook');
  }
  let answer: unknown;
  try {
    answer = JSON.parse(text || '{}');
  } catch {
    throw unavailable('Error unmarshaling JSON output of hook');
  }
  const refused = failure.safeParse(answer);
  if (!refused.success) return;
  const { http_code: status, message } = refused.data.error;
  throw new ApiError(status >= 500 ? 500 : 422, 'unexpected_failure', message);
}

/** Calls the hook, again when it cannot be reached; its refusal is thrown. */
export async function callHook(hook: Hook, payload: object): Promise<void> {
  const body = JSON.stringify(payload);
  const signal = AbortSignal.timeout(timeoutMs);
  for (let attempt = 1; ; attempt++) {
    const id = crypto.randomUUID();
    const timestamp = String(Math.floor(Date.now() / 1000));
    try {
      const response = await fetch(hook.uri, {
        method: 'POST',
        body,
        signal,
        redirect: 'error',
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': hook.secrets
            .map((secret) => signatureOf(secret, id, timestamp, body))
            .join(' '),
        },
      });
      const isBusy = response.status === 429 || response.status === 503;
      if (!isBusy || !response.headers.has('retry-after') || attempt === attempts) {
        return await readAnswer(response);
      }
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if (signal.aborted) {
        throw new ApiError(
          422,
          'hook_timeout',
          `Failed to reach hook within maximum time of ${timeoutMs / 1000} seconds`,
        );
      }
      if (attempt === attempts) {
        throw new ApiError(422, 'hook_timeout_after_retry', 'Failed to reach hook after maximum retries');
      }
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
