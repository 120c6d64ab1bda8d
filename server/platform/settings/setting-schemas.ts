import { resolve } from 'node:path'
import { z } from 'zod'
import { isLoopbackHostname } from '#contract/loopback-hostname.ts'

/* Formats that are used by more than one setting. */

export const booleanSetting = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform((value) => ['on', 'true', '1'].includes(value))

export const httpUrlSetting = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })

/** The path of a file or a folder. A relative path begins in the working directory. */
export const pathSetting = z
  .string()
  .min(1)
  .transform((path) => resolve(path))

export const postgresUrlSetting = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
  .refine(
    isPostgresUrl,
    'must be a valid URL. Write special characters of the password percent-encoded, such as %40 for @, %2F for / and %23 for #',
  )

/** Unencoded `/`, `?` or `#` in a password end the host too early, so the `@` before the real host comes after it. */
function isPostgresUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { pathname, searchParams, hash } = new URL(text)
  const hasMisplacedHost = [pathname, ...searchParams.keys()].some((part) => part.includes('@'))
  return !hasMisplacedHost && hash === ''
}

/** Keys with at least 256 bits, separated by commas. The first one encrypts. */
export const encryptionKeysSetting = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .refine(
    (keys) => keys.every((key) => key.length >= 43) && new Set(keys).size === keys.length,
    'must be one or more different keys of at least 43 characters each, separated by commas, such as the output of: openssl rand -base64 32',
  )
  .default([])

/** Help lines for every country, separated by vertical bars or line breaks. */
export const helplinesSetting = z
  .string()
  .max(2000)
  .transform((text) =>
    text
      .split(/[|\n]/)
      .map((line) => line.trim())
      .filter(Boolean)
      .map((line) => ({ text: line, country: null })),
  )

/** Origins of services on this machine, such as `http://localhost:4000`. */
export const localOriginsSetting = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine(
    (origins) => origins.every(isLocalOrigin),
    'must be origins on this machine (such as http://localhost:4000)',
  )

function isLocalOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { origin, hostname, protocol } = new URL(text)
  return origin === text && /^https?:$/.test(protocol) && isLoopbackHostname(hostname)
}
