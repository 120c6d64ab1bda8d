/**
 * Thrown if an operator command fails. The message tells the operator why the command failed and what to do.
 * A command that throws this error has changed nothing.
 */
export class OperatorCommandError extends Error {
  override name = 'Trouble'
}

/** A function that receives the progress messages of a long operation. */
export type ProgressReporter = (line: string) => void
