/**
 * A failed operator command. The message states the reason and what to do. When this error is thrown, the
 * command has changed nothing.
 */
export class OperatorError extends Error {
  override name = 'Trouble'
}

/** Receives progress messages of a long operation. */
export type ProgressReporter = (line: string) => void
