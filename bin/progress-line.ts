/** Prints a line of progress. */
export type ReportProgress = (words: string) => void

/** Overwrites the line in a terminal; elsewhere prints one line each, for readable logs. */
export function createProgressLine(out: NodeJS.WriteStream): { tell: ReportProgress; end(): void } {
  if (!out.isTTY) return { tell: (words) => void out.write(`${words}\n`), end: () => {} }
  return {
    tell: (words) => void out.write(`\r\u001b[K${words.slice(0, (out.columns || 80) - 1)}`),
    end: () => void out.write('\r\u001b[K'),
  }
}
