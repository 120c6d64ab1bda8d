import { z } from 'zod'
import { isWithinLength, PlainText, SingleLineText } from '../user-text.ts'
import { announcementLevels, registrationModes } from './setting-choices.ts'
import { defaultHelpLines } from './help-lines.ts'

/** The length limits of settings that are text, in characters. */
export const settingLimits = {
  siteName: 40,
  announcement: 300,
  helpLine: 200,
  helpLines: 30,
  wordList: 10_000,
  claimQuality: 20,
  quotaGb: 100_000,
}

const oneLine = (max: number) => SingleLineText.refine((text) => text.length > 0 && isWithinLength(text, max))

/** A message at the top of every page. Without `from` and `until`, it is shown until it is removed. */
export const Announcement = z
  .strictObject({
    text: oneLine(settingLimits.announcement),
    level: z.enum(announcementLevels).default('info'),
    from: z.iso.datetime({ offset: true }).nullable().default(null),
    until: z.iso.datetime({ offset: true }).nullable().default(null),
  })
  .refine(({ from, until }) => !from || !until || Date.parse(from) < Date.parse(until))
export type Announcement = z.output<typeof Announcement>

/** Where people in danger get help. A line without a country is for everyone. */
export const HelpLine = z.strictObject({
  text: oneLine(settingLimits.helpLine),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable()
    .default(null),
})
export type HelpLine = z.output<typeof HelpLine>

const WordList = PlainText.refine((text) => text.length <= settingLimits.wordList)

/**
 * Declares a setting that admins can change while the site is running. If the environment variable is set, it
 * takes precedence, and the setting cannot be changed.
 */
function defineSetting<Schema extends z.ZodType>(setting: {
  schema: Schema
  default: z.output<Schema>
  environmentVariable: string | null
}) {
  return setting
}

/** Declares a setting whose value is null if it is not set. */
function defineOptionalSetting<Schema extends z.ZodType>(setting: {
  schema: Schema
  environmentVariable: string | null
}) {
  return { ...setting, default: null }
}

/**
 * All settings that admins can change while the site is running. No setting is a secret, because the audit
 * log keeps every old and new value. Secrets are environment variables.
 */
export const siteSettings = {
  site_name: defineSetting({
    schema: oneLine(settingLimits.siteName),
    default: 'Afterbell',
    environmentVariable: 'SITE_NAME',
  }),
  /** If null, the address is hello@ the host of the site. */
  contact_email: defineOptionalSetting({
    schema: z.string().trim().max(254).pipe(z.email()),
    environmentVariable: 'CONTACT_EMAIL',
  }),
  announcement: defineOptionalSetting({ schema: Announcement, environmentVariable: null }),
  registration: defineSetting({
    schema: z.enum(registrationModes),
    default: 'open',
    environmentVariable: 'REGISTRATION',
  }),
  help_lines: defineSetting({
    schema: z.array(HelpLine).max(settingLimits.helpLines),
    default: Object.values(defaultHelpLines).map((text) => ({ text, country: null })),
    environmentVariable: 'HELP_LINES',
  }),
  /** Text with these words is rejected (docs/word-lists.md). One word or phrase per line. */
  refuse_words: defineSetting({ schema: WordList, default: '', environmentVariable: null }),
  /** Text with these words is held for a moderator. */
  hold_words: defineSetting({ schema: WordList, default: '', environmentVariable: null }),
  /** These words are always accepted. */
  allow_words: defineSetting({ schema: WordList, default: '', environmentVariable: null }),
  hold_first_comments: defineSetting({
    schema: z.int().min(0).max(100),
    default: 0,
    environmentVariable: 'HOLD_FIRST_COMMENTS',
  }),
  /** The storage limit per person in GiB. 0 means unlimited. */
  quota_gb: defineSetting({
    schema: z.number().min(0).max(settingLimits.quotaGb),
    default: 50,
    environmentVariable: 'QUOTA_GB',
  }),
  claim_videos: defineSetting({
    schema: z.int().min(0).max(1_000_000_000),
    default: 10_000,
    environmentVariable: 'CLAIM_VIDEOS',
  }),
  claim_quality: defineSetting({
    schema: oneLine(settingLimits.claimQuality),
    default: '4K',
    environmentVariable: 'CLAIM_QUALITY',
  }),
  claim_zero_toxicity: defineSetting({
    schema: z.boolean(),
    default: true,
    environmentVariable: 'CLAIM_ZERO_TOXICITY',
  }),
}

export type SiteSettingKey = keyof typeof siteSettings
export type SiteSettingValue<Key extends SiteSettingKey> =
  | z.output<(typeof siteSettings)[Key]['schema']>
  | (null extends (typeof siteSettings)[Key]['default'] ? null : never)
export type SiteSettingValues = { [Key in SiteSettingKey]: SiteSettingValue<Key> }

export const siteSettingKeys = Object.keys(siteSettings) as [SiteSettingKey, ...SiteSettingKey[]]

export function isSiteSettingKey(key: string): key is SiteSettingKey {
  return Object.hasOwn(siteSettings, key)
}
