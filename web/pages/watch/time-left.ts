/** `about 40 s`, `about 3 min`: rounded, because it is an estimate. */
export function timeLeft(seconds: number): string {
  if (seconds < 10) return 'a few seconds'
  if (seconds < 55) return `about ${Math.ceil(seconds / 10) * 10} s`
  if (seconds < 3600) return `about ${Math.ceil(seconds / 60)} min`
  return `about ${(seconds / 3600).toFixed(1)} h`
}
