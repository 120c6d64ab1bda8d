/**
 * A command of the operator cannot be carried out. The message states the reason and what to do. Nothing was
 * changed.
 */
export class OperatorError extends Error {
  override name = 'Trouble'
}

/** Receives progress messages of a long operation. */
export type ProgressReporter = (line: string) => void
