/**
 * Returns the browser for the tests: $CHROMIUM, the system's or Playwright's own. Undefined if none of them
 * starts.
 */
export function findChromium(): Promise<string | undefined>
