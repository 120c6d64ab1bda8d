/*
 * What a list of sessions says of a device: browser and system, no version and no model. Only these few words are kept; many
 * people share them. Order matters: most browsers claim to be others as well.
 */
const browserPatterns: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const operatingSystemPatterns: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** `Firefox on Windows`, out of what a browser says of itself; null when that tells nothing. */
export function describeDevice(userAgent: string | null | undefined): string | null {
  if (!userAgent) return null
  const browser = findPatternName(browserPatterns, userAgent)
  const system = findPatternName(operatingSystemPatterns, userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? null
}

function findPatternName(table: readonly [RegExp, string][], userAgent: string): string | undefined {
  return table.find(([form]) => form.test(userAgent))?.[1]
}
