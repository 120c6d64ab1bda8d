/** Records every logged line until `end` is called. The lines are not printed. */
export function captureLog() {
  const lines: string[] = []
  const write = process.stdout.write
  process.stdout.write = ((text: string | Uint8Array, ...rest: never[]) => {
    if (typeof text !== 'string' || !text.startsWith('{"time"'))
      return write.call(process.stdout, text, ...rest)
    lines.push(text)
    return true
  }) as typeof write
  return { lines, end: () => void (process.stdout.write = write) }
}
