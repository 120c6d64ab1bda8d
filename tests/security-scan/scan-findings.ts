/** A scanner's finding about the site. */
export interface ScanFinding {
  tool: string
  /** The description in the scanner's words. */
  kind: string
  detail: string
}

interface ExplainedFinding {
  tool: string
  kind: RegExp
  detail: RegExp
  /** Why the finding is harmless. */
  because: string
}

/** Findings that have been investigated. Any other finding makes the command exit with 1. */
const explainedFindings: ExplainedFinding[] = [
  {
    tool: 'wapiti',
    kind: /^HTTP Secure Headers$/,
    detail: /X-XSS-Protection is not set/,
    because:
      'the filter it speaks of was taken out of all browsers, for it could be used to attack; the content security policy does its work',
  },
  {
    tool: 'wapiti',
    kind: /^HTTP Secure Headers$/,
    detail: /Strict-Transport-Security is not set/,
    because:
      'the scan asks over http://127.0.0.1; behind an https address it is sent (tests/fuzz/security-headers.test.ts)',
  },
  {
    tool: 'wapiti',
    kind: /^Secure Flag cookie$/,
    detail: /: (session|cookie-choice)$/,
    because:
      'over http a browser would not keep such a cookie; behind an https address they are __Host- and Secure',
  },
  {
    tool: 'wapiti',
    kind: /^HttpOnly Flag cookie$/,
    detail: /: cookie-choice$/,
    because: 'pages read it to know what they may keep on the device; it is no secret',
  },
  {
    tool: 'wapiti',
    kind: /^Backup file$/,
    detail: /^GET \/genre\//,
    because: 'a genre is free text, so its page answers for any word, file names included, and shows no file',
  },
  {
    tool: 'wapiti',
    kind: /^Cross Site Request Forgery$/,
    detail: /: Lack of anti CSRF token$/,
    because:
      'a write is taken from our own pages alone, by Origin and Sec-Fetch-Site, and the cookie of a session is SameSite (tests/api/platform/request-errors.test.ts)',
  },
]

/** Returns the reason why a finding is harmless, or undefined. */
export function explainFinding({ tool, kind, detail }: ScanFinding): string | undefined {
  return explainedFindings.find((one) => one.tool === tool && one.kind.test(kind) && one.detail.test(detail))
    ?.because
}
