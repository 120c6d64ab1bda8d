/** Values for the macros in a tracking URL, such as `[CACHEBUSTING]` (VAST 4.2, section 6). */
export type VastMacros = Record<string, string | number | undefined>

/**
 * Replaces the macros in a tracking URL with their values. Macros whose value is unknown or withheld become
 * -1, as VAST requires. The macro values contain no data about the viewer or the page.
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
 * Returns whether an ad can be requested from this URL. Only HTTPS URLs are allowed, except that a site on
 * localhost can also use ad servers on localhost.
 */
export function isAllowedAdUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && isLocal(hostname) && isLocal(location.hostname))
}

const isLocal = (hostname: string) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/**
 * Requests each tracking URL once, without cookies or a referrer, and ignores the response. Tracking requests
 * are sent even while the page is closing.
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
