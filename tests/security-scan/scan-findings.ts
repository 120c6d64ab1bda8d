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

/**
 * Findings that have been investigated. Any finding that is not in this list makes the command exit with 1.
 */
const explainedFindings: ExplainedFinding[] = [
  {
    tool: 'wapiti',
    kind: /^HTTP Secure Headers$/,
    detail: /X-XSS-Protection is not set/,
    because:
      'all browsers have removed this filter because it could be used for attacks; the content security policy replaces it',
  },
  {
    tool: 'wapiti',
    kind: /^HTTP Secure Headers$/,
    detail: /Strict-Transport-Security is not set/,
    because:
      'the scan uses http://127.0.0.1; with an https address the header is sent (tests/fuzz/security-headers.test.ts)',
  },
  {
    tool: 'wapiti',
    kind: /^Secure Flag cookie$/,
    detail: /: (session|cookie-choice)$/,
    because:
      'over http a browser would not store a Secure cookie; with an https address the cookies are __Host- and Secure',
  },
  {
    tool: 'wapiti',
    kind: /^HttpOnly Flag cookie$/,
    detail: /: cookie-choice$/,
    because: 'pages read it to learn what they may store on the device; it is not a secret',
  },
  {
    tool: 'wapiti',
    kind: /^Backup file$/,
    detail: /^GET \/genre\//,
    because: 'a genre is free text, so any word has a page, even a file name; the page shows no file',
  },
  {
    tool: 'wapiti',
    kind: /^Cross Site Request Forgery$/,
    detail: /: Lack of anti CSRF token$/,
    because:
      'writes are accepted from our own pages only, by Origin and Sec-Fetch-Site, and the session cookie is SameSite (tests/api/platform/request-errors.test.ts)',
  },
]

/** Returns the reason why a finding is harmless, or undefined. */
export function explainFalsePositive({ tool, kind, detail }: ScanFinding): string | undefined {
  return explainedFindings.find((one) => one.tool === tool && one.kind.test(kind) && one.detail.test(detail))
    ?.because
}
