/** Formats a number of bytes as "812 KB", "14.2 MB" or "1.46 GB". 1 MB is 1024 × 1024 bytes. */
export function formatBytes(count: number): string {
  const bytes = Math.max(0, count)
  const step = Math.min(3, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024)))
  // Use the next unit if the rounded value is 1024 or more, because 1023.97 KB must not become "1024 KB".
  const [value, unit] =
    roundToTenth(bytes / 1024 ** step) >= 1024 && step < 3 ? [1, step + 1] : [bytes / 1024 ** step, step]
  return `${unit < 2 ? Math.round(value) : roundToThreeDigits(value)} ${['B', 'KB', 'MB', 'GB'][unit]}`
}

const roundToTenth = (value: number) => Math.round(value * 10) / 10

function roundToThreeDigits(value: number) {
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(3))
}
