import { defineMessages, message } from '#i18n/define-messages.ts'
import type { SiteSettingKey } from './site-settings.ts'

/** What a valid value of each setting looks like. The API and the settings page show these sentences. */
export const settingRules = defineMessages('settings/rules', {
  site_name: 'Use 1–40 characters.',
  contact_email: 'Enter an email address.',
  announcement:
    'Enter 1–300 characters and choose info, warning or urgent. The end must be later than the start.',
  registration: 'Choose open, invitation or closed.',
  help_lines:
    'Use at most 30 lines of 1–200 characters. A country is a code of two capital letters, such as AU.',
  refuse_words: 'Use at most 10,000 characters, with one word or phrase per line.',
  hold_words: 'Use at most 10,000 characters, with one word or phrase per line.',
  allow_words: 'Use at most 10,000 characters, with one word or phrase per line.',
  hold_first_comments: 'Enter a whole number from 0 to 100.',
  quota_gb: 'Enter a number from 0 to 100,000. 0 means unlimited.',
  claim_videos: 'Enter a whole number from 0 to 1,000,000,000.',
  claim_quality: 'Use 1–20 characters.',
  claim_zero_toxicity: 'Choose on or off.',
} satisfies Record<SiteSettingKey, string>)

/** Why a setting in a request or a file was not accepted. */
export const settingProblems = defineMessages('settings/problems', {
  unknown: 'This site has no such setting. Remove it.',
  locked: message<{ variable: string }>(
    'The environment variable {variable} sets this. Change it there and restart the site, or leave the setting out.',
  ),
})
