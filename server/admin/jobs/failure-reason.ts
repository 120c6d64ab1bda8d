/** The jobs whose errors can contain names, because a mail server repeats parts of the email in its answer. */
const emailJobs = new Set(['send-mail', 'send-weekly-digest'])

const maxLength = 200

interface StoredError {
  message?: unknown
  code?: unknown
  responseCode?: unknown
}

/**
 * Returns why a job failed, from the error that the queue has stored, or null if nothing is known. The result contains
 * no stack trace, and no email addresses, links, paths, IP addresses, ids and tokens. For emails it consists only of
 * the error codes.
 */
export function describeJobFailure(name: string, output: unknown): string | null {
  if (typeof output !== 'object' || output === null) return null
  const { message, code, responseCode } = output as StoredError
  if (emailJobs.has(name)) {
    const codes = [code, responseCode].filter((part) => /^[A-Z0-9_]{1,30}$/.test(String(part)))
    return codes.length > 0 ? codes.join(' ') : 'Email error'
  }
  if (typeof message !== 'string' || message === '') return null
  const text = redactSecrets(message.split('\n')[0]!)
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}

const redactions: [RegExp, string][] = [
  [/[a-z][a-z0-9+.-]*:\/\/[^\s'"<>]+/gi, '[link]'],
  [/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, '[email]'],
  [/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g, '[address]'],
  [/(?<![\w:])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?![\w:])/gi, '[address]'],
  [/(?<!\w)(?:\.{0,2}\/|[a-z]:\\)[^\s'",:;]+/gi, '[path]'],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '[id]'],
  [
    /\b(password|secret|token|api[ _-]?key|access[ _-]?key|authorization|cookie)\b\s*[=:]\s*\S+/gi,
    '$1=[secret]',
  ],
  // PostgreSQL quotes the values of a row in its error details.
  [/=\([^)]*\)/g, '=([value])'],
  [/"[^"]{0,400}"|“[^”]{0,400}”/g, '[value]'],
  [/[\w+/=-]{24,}/g, '[secret]'],
]

function redactSecrets(text: string): string {
  return redactions.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), text)
}
