import postgres from 'postgres';

/** Names of storage failures as clients branch on them (`StorageApiError.code`). */
export type StorageErrorCode =
  | 'NoSuchBucket'
  | 'NoSuchKey'
  | 'AccessDenied'
  | 'KeyAlreadyExists'
  | 'BucketAlreadyExists'
  | 'ResourceAlreadyExists'
  | 'ResourceNotEmpty'
  | 'ResourceLocked'
  | 'EntityTooLarge'
  | 'InvalidMimeType'
  | 'InvalidKey'
  | 'InvalidBucketName'
  | 'InvalidRequest'
  | 'InvalidParameter'
  | 'InvalidSignature'
  | 'InvalidJWT'
  | 'InvalidRange'
  | 'SlowDown'
  | 'DiskFull'
  | 'DatabaseTimeout'
  | 'InternalError';

interface StorageErrorBody {
  statusCode: string;
  error: string;
  message: string;
  code: StorageErrorCode;
}

/**
 * A failure the client is told about. `meant` is the status named in the body; on the wire most
 * failures are HTTP 400, as Supabase sends them, and only a few carry `httpStatus` of their own.
 */
export class StorageError extends Error {
  readonly code: StorageErrorCode;
  readonly meant: number;
  readonly label: string;
  readonly httpStatus: number;
  readonly headers: Record<string, string>;

  constructor(
    code: StorageErrorCode,
    meant: number,
    message: string,
    more: { label?: string; httpStatus?: number; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.code = code;
    this.meant = meant;
    this.label = more.label ?? code;
    this.httpStatus = more.httpStatus ?? (meant === 500 ? 500 : 400);
    this.headers = more.headers ?? {};
  }

  get body(): StorageErrorBody {
    return { statusCode: String(this.meant), error: this.label, message: this.message, code: this.code };
  }
}

const alreadyExists = 'The resource already exists';

export const failure = {
  noSuchBucket: () =>
    new StorageError('NoSuchBucket', 404, 'Bucket not found', { label: 'Bucket not found' }),
  noSuchKey: () => new StorageError('NoSuchKey', 404, 'Object not found', { label: 'not_found' }),
  accessDenied: (message = 'new row violates row-level security policy') =>
    new StorageError('AccessDenied', 403, message, { label: 'Unauthorized' }),
  /** As Supabase's own routes say it, which ask for the header before they look at anything else. */
  noAuthorization: () =>
    new StorageError('InvalidRequest', 400, "headers must have required property 'authorization'", {
      label: 'Error',
    }),
  keyExists: () => new StorageError('KeyAlreadyExists', 409, alreadyExists, { label: 'Duplicate' }),
  bucketExists: () => new StorageError('BucketAlreadyExists', 409, alreadyExists, { label: 'Duplicate' }),
  resourceExists: () => new StorageError('ResourceAlreadyExists', 409, alreadyExists, { label: 'Duplicate' }),
  locked: () => new StorageError('ResourceLocked', 423, 'The resource is locked', { label: 'Locked' }),
  bucketNotEmpty: () =>
    new StorageError('ResourceNotEmpty', 409, 'The bucket you tried to delete is not empty'),
  tooLarge: (what = 'object') =>
    new StorageError('EntityTooLarge', 413, `The ${what} exceeded the maximum allowed size`, {
      label: 'Payload too large',
    }),
  mimeType: (mimeType: string) =>
    new StorageError('InvalidMimeType', 415, `mime type ${mimeType.slice(0, 200)} is not supported`, {
      label: 'invalid_mime_type',
    }),
  invalidKey: (key: string) => new StorageError('InvalidKey', 400, `Invalid key: ${key.slice(0, 200)}`),
  invalidBucketName: () =>
    new StorageError('InvalidBucketName', 400, 'Bucket name invalid', { label: 'Invalid Input' }),
  invalidRequest: (message: string) => new StorageError('InvalidRequest', 400, message),
  invalidSignature: (message = 'Invalid signature') => new StorageError('InvalidSignature', 400, message),
  invalidToken: (message: string) => new StorageError('InvalidJWT', 400, message),
  noSuchRoute: (method: string, path: string) =>
    new StorageError('InvalidRequest', 404, `Route ${method}:${path} not found`, {
      label: 'Not Found',
      httpStatus: 404,
    }),
  rangeNotSatisfiable: (size: number) =>
    new StorageError('InvalidRange', 416, 'The requested range is not satisfiable', {
      label: 'invalid_range',
      httpStatus: 416,
      headers: { 'content-range': `bytes */${size}`, 'accept-ranges': 'bytes' },
    }),
} as const;

const constraintFailure: Record<string, () => StorageError> = {
  bucketid_objname: failure.keyExists,
  buckets_pkey: failure.bucketExists,
  bname: failure.bucketExists,
};

/** As auth judges it: the database is not there, or not yet. */
const unreachable = /^(CONNECT|CONNECTION_|ECONN|EPIPE|57P0)/;
const databaseAway = () =>
  new StorageError('DatabaseTimeout', 503, 'The database cannot be reached', {
    httpStatus: 503,
    headers: { 'retry-after': '2' },
  });

const diskFull = () =>
  new StorageError('DiskFull', 507, 'No space is left on the disk', {
    label: 'Insufficient Storage',
    httpStatus: 507,
  });

function fromPostgres(error: postgres.PostgresError): StorageError | null {
  switch (error.code) {
    case '42501':
      return failure.accessDenied(error.message.includes('row-level security') ? undefined : 'Access denied');
    case '23505':
      return (constraintFailure[error.constraint_name ?? ''] ?? failure.resourceExists)();
    case '23503':
      return error.constraint_name === 'objects_bucketId_fkey' ? failure.noSuchBucket() : null;
    case '22P02':
    case '22P05':
    case '22021':
      return new StorageError('InvalidParameter', 400, 'Invalid value format');
    case '55P03':
      return failure.locked();
    case '57014':
      return new StorageError('DatabaseTimeout', 544, 'The connection to the database timed out', {
        httpStatus: 544,
      });
    case '53100':
      return diskFull();
    case '53300':
      return new StorageError('SlowDown', 429, 'Too many connections issued to the database', {
        label: 'too_many_connections',
        httpStatus: 429,
      });
    default:
      return null;
  }
}

/** What the client is told of any thrown value; what is not ours says nothing of its inside. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (['ENOSPC', 'EDQUOT'].includes(systemCode(error) ?? '')) return diskFull();
  if (unreachable.test(systemCode(error) ?? '')) return databaseAway();
  const known = error instanceof postgres.PostgresError ? fromPostgres(error) : null;
  return known ?? new StorageError('InternalError', 500, 'Internal server error', { label: 'Internal' });
}

/** The code of a file system or network error (`ENOENT`), if it has one. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
