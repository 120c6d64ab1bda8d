import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { ageBands, safetyDefaults, safetyPresets, type SafetySettingKey } from './safety-defaults.ts'

const tag = 'Safety'
const settings = Object.keys(safetyDefaults) as [SafetySettingKey, ...SafetySettingKey[]]

/** A setting's value: a string, a boolean, minutes, two times of day, or null for never. */
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
  value: SafetySettingValue.meta({ description: 'what holds for you now' }),
  default: SafetySettingValue.meta({ description: 'what holds for people of your age who chose nothing' }),
  chosen: z.boolean().meta({ description: 'you chose it; what you did not choose follows your age' }),
  choices: z
    .array(z.object({ value: SafetySettingValue, looser: z.boolean() }))
    .meta({ description: 'what else it can be, strictest first; looser ones need a yes more' }),
})
export type SafetySetting = z.output<typeof SafetySetting>

export const getSafetyDefaults = defineEndpoint({
  method: 'GET',
  path: '/api/safety',
  summary: 'The defaults in force here, by age, with the day they are from',
  tag,
  response: z.object({
    as_of: z.iso.date(),
    preset: z.enum(safetyPresets),
    ages: z.array(z.enum(ageBands)),
    settings: z.array(
      z.object({
        setting: z.enum(settings),
        values: z.array(SafetySettingValue).meta({ description: 'by `ages`' }),
      }),
    ),
  }),
})

export const getSafetySettings = defineEndpoint({
  method: 'GET',
  path: '/api/me/safety',
  summary: 'Each safety setting: what it is for you now, the default, and what else it can be',
  tag,
  response: z.object({ settings: z.array(SafetySetting) }),
})

export const putSafetySetting = defineEndpoint({
  method: 'PUT',
  path: '/api/me/safety/{setting}',
  summary: 'Chooses a setting for oneself: stricter at once, looser with `confirmed`',
  tag,
  params: z.object({ setting: z.enum(settings, 'not_found') }),
  body: z.strictObject({ value: SafetySettingValue, confirmed: z.boolean().default(false) }),
  response: SafetySetting,
})
