/** Prints a progress message. */
export type ProgressCallback = (words: string) => void

/**
 * Shows progress. In a terminal, each step overwrites the same line. If the output is not a terminal, each
 * step is printed on its own line, which keeps logs readable.
 */
export function createProgressReporter(out: NodeJS.WriteStream): { tell: ProgressCallback; end(): void } {
  if (!out.isTTY) return { tell: (words) => void out.write(`${words}\n`), end: () => {} }
  return {
    tell: (words) => void out.write(`\r\u001b[K${words.slice(0, (out.columns || 80) - 1)}`),
    end: () => void out.write('\r\u001b[K'),
  }
}
