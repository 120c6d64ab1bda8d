import { z } from 'zod'

/* Formats that are used by more than one setting. */

/** Thrown for an invalid setting, with a description for the operator. */
export class ConfigError extends Error {}

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
