import { z } from 'zod'

const purgers = ['varnish', 'fastly', 'cloudflare'] as const

/** How media is purged from the shared cache in front of the site. Every purge is sent to all `urls`. */
export interface MediaCacheConfig {
  purger: (typeof purgers)[number]
  urls: string[]
  token: string
}

/** The settings of the shared cache. `MEDIA_CACHE_PURGE_URL` can name several caches, separated by spaces. */
export const mediaCacheSettings = {
  MEDIA_CACHE_PURGE: z
    .enum(['off', ...purgers], 'must be off, varnish, fastly or cloudflare')
    .transform((purger) => (purger === 'off' ? undefined : purger))
    .optional(),
  MEDIA_CACHE_PURGE_URL: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine((urls) => urls.length > 0 && urls.every(isPlainHttpUrl), 'must be http:// or https:// addresses')
    .optional(),
  MEDIA_CACHE_PURGE_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,}$/, 'must have at least 16 letters, digits or -._~+/=')
    .optional(),
}

/** An address without a name and password, which would end up in error messages. */
function isPlainHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && !username && !password
}
