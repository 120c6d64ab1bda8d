import { z } from 'zod'
import { isLoopbackHostname } from '#contract/loopback-hostname.ts'

/* Formats that are used by more than one setting. */

export const booleanSetting = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform((value) => ['on', 'true', '1'].includes(value))

export const httpUrlSetting = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })

export const postgresUrlSetting = z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')

/** Emergency contacts, separated by vertical bars or line breaks. */
export const helplinesSetting = z
  .string()
  .max(2000)
  .default(
    'In danger right now? Call the emergency number where you are: 112 in Europe, 911 in North America.|Tell an adult you trust: a parent, a teacher, a doctor.',
  )
  .transform((text) =>
    text
      .split(/[|\n]/)
      .map((line) => line.trim())
      .filter(Boolean),
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
