/*
 * Derives the device name for the list of sessions from the user agent. The name consists of the browser and
 * the operating system, without version or model. No other part of the user agent is stored, and many people
 * share the same device name. The order of the patterns matters, because most user agents also contain the
 * names of other browsers.
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

/** Returns a device name such as `Firefox on Windows` for a user agent, or null if no pattern matches. */
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
