import { MB } from '#contract/limits.ts'

/** Formats a number of bytes for display, with 1 GB as 1024 MB: `50GB`, `1.5GB`, `200MB`. */
export function formatFileSize(bytes: number): string {
  const [amount, unit] = bytes < 1024 * MB ? [bytes / MB, 'MB'] : [bytes / MB / 1024, 'GB']
  return `${Number(amount.toFixed(1))}${unit}`
}
