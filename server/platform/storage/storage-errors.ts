/** The storage can't be reached, does not answer, or says that it can't now: worth trying again in a moment. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
}

/** The same error, or StorageUnavailable where a bucket, or the line to it, failed us and not we it. */
export function toStorageError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { $metadata: told, code = '' } = error as Error & { $metadata?: ResponseMetadata; code?: string }
  const status = told?.httpStatusCode
  // What never became a request of the client has no such field; an error of the line has no status.
  const isAway = told
    ? status === undefined || status >= 500 || status === 429
    : connectionErrorCodes.has(code)
  return isAway || error.name === 'TimeoutError'
    ? new StorageUnavailable(error.message, { cause: error })
    : error
}

interface ResponseMetadata {
  httpStatusCode?: number
}

/** Of a body that breaks off in its middle. */
const connectionErrorCodes = new Set(['ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'])

interface Client {
  middlewareStack: {
    add(wrap: (next: Next) => Next, how: { step: 'initialize'; name: string }): void
  }
}

type Next = (args: never) => Promise<never>

/** Lets every call of a client of the bucket throw StorageUnavailable, when its own tries are over. */
export function mapClientErrors(client: unknown): void {
  ;(client as Client).middlewareStack.add(errorMiddleware, { step: 'initialize', name: 'mapClientErrors' })
}

const errorMiddleware = (next: Next) => (args: never) =>
  next(args).catch((error: unknown) => {
    throw toStorageError(error)
  })

/** The disk has no room, or none for us. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '')
}
