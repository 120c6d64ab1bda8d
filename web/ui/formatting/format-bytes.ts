/** Formats a number of bytes as "812 KB", "14.2 MB" or "1.46 GB". 1 MB is 1024 × 1024 bytes. */
export function formatBytes(count: number): string {
  const bytes = Math.max(0, count)
  const step = Math.min(3, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024)))
  const inThisUnit = bytes / 1024 ** step
  // Use the next unit if the value rounds to 1024, because 1023.6 KB must not become "1024 KB".
  const [value, unit] = Math.round(inThisUnit) >= 1024 && step < 3 ? [1, step + 1] : [inThisUnit, step]
  return `${unit < 2 ? Math.round(value) : roundToThreeDigits(value)} ${['B', 'KB', 'MB', 'GB'][unit]}`
}

function roundToThreeDigits(value: number) {
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(3))
}
