import { z } from 'zod'

/* Formats that are used by more than one setting. */

export const booleanSetting = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform((value) => ['on', 'true', '1'].includes(value))

export const httpUrlSetting = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })

export const postgresUrlSetting = z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')

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
