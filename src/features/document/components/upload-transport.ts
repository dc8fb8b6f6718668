import { isUnanswered } from '@/i18n/failure';
import type { Outputs } from '@/trpc/outputs';

export type UploadGrant = Outputs['document']['requestUpload'];

/** Where a broken upload in pieces can go on. */
export type ResumePoint = { url: string | null };

type Transfer = {
  grant: UploadGrant;
  file: File;
  resume: ResumePoint;
  signal: AbortSignal;
  /** Bytes that have arrived. */
  onProgress: (sentBytes: number) => void;
};

/** Why bytes did not get through; the code has words under `Errors`. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
  readonly code: 'network' | 'unavailable' | 'disk_full' | 'document.too_large' | 'document.type_not_allowed';

  constructor(code: TransferError['code']) {
    super(code);
    this.code = code;
  }
}

const pieceBytes = 6 * 1024 * 1024; // the one size a hosted project takes
const retryAfterMs = [1_000, 3_000, 6_000];
/** As in a lift or a tunnel: a file in pieces waits half a minute for the line to be back. */
const retryPieceAfterMs = [0, ...retryAfterMs, 10_000, 10_000];

const refusals: Record<string, TransferError['code']> = {
  EntityTooLarge: 'document.too_large',
  InvalidMimeType: 'document.type_not_allowed',
  DiskFull: 'disk_full',
};

function refusalOf(answer: string): string | null {
  try {
    const body: unknown = JSON.parse(answer);
    const code: unknown = Reflect.get(Object(body), 'code');
    return typeof code === 'string' ? code : null;
  } catch {
    return null;
  }
}

/** One PUT. fetch would not say how far it has come. */
function putOnce({ grant, file, signal, onProgress }: Transfer): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    signal.addEventListener('abort', stop);
    request.open('PUT', grant.url);
    request.setRequestHeader('content-type', grant.mediaType);
    request.upload.onprogress = (event) => onProgress(event.loaded);
    request.onloadend = () => signal.removeEventListener('abort', stop);
    request.onabort = () => reject(signal.reason);
    request.onerror = () => reject(new TransferError('network'));
    request.onload = () => {
      const refusal = refusalOf(request.responseText);
      // A repeated PUT finds what the first one brought, its answer lost: the check that follows will see.
      if (request.status < 300 || refusal === 'KeyAlreadyExists') resolve();
      else reject(new TransferError((refusal && refusals[refusal]) || 'unavailable'));
    };
    request.send(file);
  });
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

async function put(transfer: Transfer): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await putOnce(transfer);
    } catch (error) {
      const wait = retryAfterMs[attempt];
      const isPassing = error instanceof TransferError && isUnanswered(error);
      if (!isPassing || wait === undefined || transfer.signal.aborted) throw error;
      await pause(wait, transfer.signal);
    }
  }
}

/** In pieces by tus, whose client comes only with the first large file. Goes on where an attempt broke off. */
async function sendPieces({ grant, file, resume, signal, onProgress }: Transfer): Promise<void> {
  const { DetailedError, Upload } = await import('tus-js-client');
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: grant.resumableUrl,
      uploadUrl: resume.url,
      headers: { 'x-signature': grant.token },
      metadata: { bucketName: grant.bucket, objectName: grant.path, contentType: grant.mediaType },
      chunkSize: pieceBytes,
      retryDelays: retryPieceAfterMs,
      // Its own rule gives up at once where the browser says that it is offline.
      onShouldRetry: (error) => {
        const status = error.originalResponse?.getStatus() ?? 0;
        return status < 400 || status >= 500 || status === 409 || status === 423;
      },
      // Ids and signature live as long as this page: nothing to find again after it.
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => {
        resume.url = upload.url;
      },
      onProgress,
      onSuccess: () => resolve(),
      onError: (error) => {
        const answer = error instanceof DetailedError ? error.originalResponse : null;
        const status = answer?.getStatus() ?? 0;
        if (status === 0) reject(new TransferError('network'));
        else if (status === 413) reject(new TransferError('document.too_large'));
        else if (status === 415) reject(new TransferError('document.type_not_allowed'));
        else if (status === 507) reject(new TransferError('disk_full'));
        else if (status === 409) resolve();
        else reject(new TransferError('unavailable'));
      },
    });
    signal.addEventListener('abort', () => {
      // Tells the server, too, so that it need not keep the pieces for a day.
      upload.abort(true).catch(() => {});
      reject(signal.reason);
    });
    upload.start();
  });
}

/** Brings a file's bytes straight to storage. @throws TransferError, or the signal's reason when cancelled */
export function transferFile(transfer: Transfer): Promise<void> {
  return transfer.grant.isResumable ? sendPieces(transfer) : put(transfer);
}
