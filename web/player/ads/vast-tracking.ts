/** Values for the macros in a URL, such as `[CACHEBUSTING]` (VAST 4.2, section 6). */
export type VastMacros = Record<string, string | number | undefined>

/**
 * Fills in the macros of a URL. As VAST requires, unknown or withheld values become -1. No data about the
 * viewer or the page is sent.
 */
export function fillVastMacros(template: string, values: VastMacros = {}): string {
  const macros: VastMacros = {
    CACHEBUSTING: Math.floor(Math.random() * 9e7 + 1e7),
    TIMESTAMP: new Date().toISOString(),
    ...values,
  }
  return template.replace(/\[([A-Z]{3,})\]|%%([A-Z]{3,})%%/g, (_, one?: string, other?: string) =>
    encodeURIComponent(String(macros[one ?? other ?? ''] ?? -1)),
  )
}

/**
 * Returns whether ads can be requested from a URL. Only https is allowed, except that a site on localhost can
 * use other local servers.
 */
export function isAllowedAdUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && isLocal(hostname) && isLocal(location.hostname))
}

const isLocal = (hostname: string) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/**
 * Requests each tracking URL once, without cookies or referrer, and ignores the response. Tracking requests
 * also work while the page is closing.
 */
export function sendTrackingRequests(templates: readonly unknown[], values: VastMacros = {}): void {
  for (const template of templates) {
    const text = typeof template === 'string' ? template : (template as { url?: unknown } | null)?.url
    const url = typeof text === 'string' ? fillVastMacros(text, values) : ''
    if (isAllowedAdUrl(url))
      void fetch(url, { ...privateFetchOptions, mode: 'no-cors', keepalive: true }).catch(() => {})
  }
}

export const privateFetchOptions = {
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
  cache: 'no-store',
} as const satisfies RequestInit
