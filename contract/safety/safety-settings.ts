import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { ageBands, safetyDefaults, safetyPresets, type SafetySettingKey } from './safety-defaults.ts'

const tag = 'Safety'
const settings = Object.keys(safetyDefaults) as [SafetySettingKey, ...SafetySettingKey[]]

/**
 * The value of a safety setting: a string, a boolean, a number of minutes, a time range, the limits of an
 * account's first day, or null for no quiet hours.
 */
const SafetySettingValue = z.union([
  z.string().max(40),
  z.boolean(),
  z.int(),
  z.object({ from: z.string().max(5), to: z.string().max(5) }),
  z.object({ uploads: z.int(), comments: z.int(), follows: z.int() }),
  z.null(),
])
export type SafetySettingValue = z.output<typeof SafetySettingValue>

export const SafetySetting = z.object({
  setting: z.enum(settings),
  value: SafetySettingValue.meta({ description: 'The value that currently applies to you.' }),
  default: SafetySettingValue.meta({ description: 'The default for people your age.' }),
  chosen: z
    .boolean()
    .meta({ description: 'Whether you chose the value. Otherwise it follows the default for your age.' }),
  choices: z
    .array(z.object({ value: SafetySettingValue, looser: z.boolean() }))
    .meta({ description: 'The values you can choose, strictest first. Looser values require `confirmed`.' }),
})
export type SafetySetting = z.output<typeof SafetySetting>

export const getSafetyDefaults = defineEndpoint({
  method: 'GET',
  path: '/api/safety',
  summary: 'Returns the current default safety settings by age, with the date of the policy.',
  tag,
  response: z.object({
    as_of: z.iso.date(),
    preset: z.enum(safetyPresets),
    ages: z.array(z.enum(ageBands)),
    settings: z.array(
      z.object({
        setting: z.enum(settings),
        values: z.array(SafetySettingValue).meta({ description: 'One value for each entry of `ages`.' }),
      }),
    ),
  }),
})

export const getSafetySettings = defineEndpoint({
  method: 'GET',
  path: '/api/me/safety',
  summary: 'Lists your safety settings with their values, defaults and choices.',
  tag,
  response: z.object({ settings: z.array(SafetySetting) }),
})

export const putSafetySetting = defineEndpoint({
  method: 'PUT',
  path: '/api/me/safety/{setting}',
  summary: 'Changes one of your safety settings. A looser value requires `confirmed`.',
  tag,
  params: z.object({ setting: z.enum(settings, 'not_found') }),
  body: z.strictObject({ value: SafetySettingValue, confirmed: z.boolean().default(false) }),
  response: SafetySetting,
})
