import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { bands, defaults, presets, type Setting } from './safety-defaults.ts'

const tag = 'Safety'
const settings = Object.keys(defaults) as [Setting, ...Setting[]]

/** A value of a setting: a word, a yes or no, minutes, two times of the day, or null for never. */
const Value = z.union([
  z.string().max(40),
  z.boolean(),
  z.int(),
  z.object({ from: z.string().max(5), to: z.string().max(5) }),
  z.object({ uploads: z.int(), comments: z.int(), follows: z.int() }),
  z.null(),
])
export type Value = z.output<typeof Value>

export const SafetySetting = z.object({
  setting: z.enum(settings),
  value: Value.meta({ description: 'what holds for you now' }),
  default: Value.meta({ description: 'what holds for people of your age who chose nothing' }),
  chosen: z.boolean().meta({ description: 'you chose it; what you did not choose follows your age' }),
  choices: z
    .array(z.object({ value: Value, looser: z.boolean() }))
    .meta({ description: 'what else it can be, strictest first; looser ones need a yes more' }),
})
export type SafetySetting = z.output<typeof SafetySetting>

export const getSafety = endpoint({
  method: 'GET',
  path: '/api/safety',
  summary: 'The defaults in force here, by age, with the day they are from',
  tag,
  answer: z.object({
    as_of: z.iso.date(),
    preset: z.enum(presets),
    ages: z.array(z.enum(bands)),
    settings: z.array(
      z.object({ setting: z.enum(settings), values: z.array(Value).meta({ description: 'by `ages`' }) }),
    ),
  }),
})

export const getOwnSafety = endpoint({
  method: 'GET',
  path: '/api/me/safety',
  summary: 'Each safety setting: what it is for you now, the default, and what else it can be',
  tag,
  answer: z.object({ settings: z.array(SafetySetting) }),
})

export const putSafety = endpoint({
  method: 'PUT',
  path: '/api/me/safety/{setting}',
  summary: 'Chooses a setting for oneself: stricter at once, looser with `confirmed`',
  tag,
  params: z.object({ setting: z.enum(settings, 'not_found') }),
  body: z.strictObject({ value: Value, confirmed: z.boolean().default(false) }),
  answer: SafetySetting,
})
