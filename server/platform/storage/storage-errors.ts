/** Thrown if the storage is unreachable, times out or is overloaded. A retry can succeed. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError'
}

/**
 * Returns a StorageUnavailableError if the error was caused by the bucket or the network, otherwise the error
 * itself.
 */
export function toStorageError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { $metadata: told, code = '' } = error as Error & { $metadata?: ResponseMetadata; code?: string }
  const status = told?.httpStatusCode
  // An S3 client error has no `$metadata` if it occurred before the request was sent, and no status if the
  // network failed.
  const isHidden = told
    ? status === undefined || status >= 500 || status === 429
    : connectionErrorCodes.has(code)
  return isHidden || error.name === 'TimeoutError'
    ? new StorageUnavailableError(error.message, { cause: error })
    : error
}

interface ResponseMetadata {
  httpStatusCode?: number
}

/** The error codes for response bodies that end before they are complete. */
const connectionErrorCodes = new Set(['ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'])

interface Client {
  middlewareStack: {
    add(wrap: (next: Next) => Next, how: { step: 'initialize'; name: string }): void
  }
}

type Next = (args: never) => Promise<never>

/**
 * Makes every call of an S3 client throw StorageUnavailableError once the client's own retries have failed.
 */
export function mapS3ClientErrors(client: unknown): void {
  ;(client as Client).middlewareStack.add(errorMiddleware, { step: 'initialize', name: 'mapClientErrors' })
}

const errorMiddleware = (next: Next) => (args: never) =>
  next(args).catch((error: unknown) => {
    throw toStorageError(error)
  })

/** Returns whether the disk is full or a quota is exhausted. */
export function isDiskFullError(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '')
}
