/** The storage can't be reached, does not answer, or says that it can't now: worth trying again in a moment. */
export class StorageAway extends Error {
  override name = 'StorageAway'
}

/** The same error, or StorageAway where a bucket, or the line to it, failed us and not we it. */
export function meantByBucket(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { $metadata: told, code = '' } = error as Error & { $metadata?: Told; code?: string }
  const status = told?.httpStatusCode
  // What never became a request of the client has no such field; an error of the line has no status.
  const isAway = told ? status === undefined || status >= 500 || status === 429 : lineCodes.has(code)
  return isAway || error.name === 'TimeoutError' ? new StorageAway(error.message, { cause: error }) : error
}

interface Told {
  httpStatusCode?: number
}

/** Of a body that breaks off in its middle. */
const lineCodes = new Set(['ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'])

interface Client {
  middlewareStack: {
    add(wrap: (next: Next) => Next, how: { step: 'initialize'; name: string }): void
  }
}

type Next = (args: never) => Promise<never>

/** Lets every call of a client of the bucket throw StorageAway, when its own tries are over. */
export function tellAway(client: unknown): void {
  ;(client as Client).middlewareStack.add(meaning, { step: 'initialize', name: 'tellAway' })
}

const meaning = (next: Next) => (args: never) =>
  next(args).catch((error: unknown) => {
    throw meantByBucket(error)
  })

/** The disk has no room, or none for us. */
export function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '')
}
