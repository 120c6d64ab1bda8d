/** What an operator asked for can't be done; the message says why and what to do, in a sentence. Nothing was changed. */
export class OperatorError extends Error {
  override name = 'Trouble'
}

/** Where a long piece of work says what it is at. */
export type ProgressReporter = (line: string) => void
