/** One line that says where it stands. */
export type ReportProgress = (words: string) => void

/** In a terminal the line is written over; elsewhere each one stands, so that a log can be read. */
export function createProgressLine(out: NodeJS.WriteStream): { tell: ReportProgress; end(): void } {
  if (!out.isTTY) return { tell: (words) => void out.write(`${words}\n`), end: () => {} }
  return {
    tell: (words) => void out.write(`\r\u001b[K${words.slice(0, (out.columns || 80) - 1)}`),
    end: () => void out.write('\r\u001b[K'),
  }
}
