/**
 * A failed operator command. The message states why the command failed and what the operator can do. When
 * this error is thrown, the command has changed nothing.
 */
export class OperatorCommandError extends Error {
  override name = 'Trouble'
}

/** Receives progress messages of a long operation. */
export type ProgressReporter = (line: string) => void
