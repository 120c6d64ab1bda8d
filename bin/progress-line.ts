/** Prints a line of progress. */
export type ReportProgress = (words: string) => void

/**
 * Shows progress: in a terminal by overwriting one line, elsewhere with one line per step, so that logs stay
 * readable.
 */
export function createProgressReporter(out: NodeJS.WriteStream): { tell: ReportProgress; end(): void } {
  if (!out.isTTY) return { tell: (words) => void out.write(`${words}\n`), end: () => {} }
  return {
    tell: (words) => void out.write(`\r\u001b[K${words.slice(0, (out.columns || 80) - 1)}`),
    end: () => void out.write('\r\u001b[K'),
  }
}
