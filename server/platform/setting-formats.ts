import { z } from 'zod'

/* Formats that several settings share. */

export const booleanSetting = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform((value) => ['on', 'true', '1'].includes(value))

export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
