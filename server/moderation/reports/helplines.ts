import { currentLocale } from '#i18n/current-locale.ts'
import { defineMessages, message } from '#i18n/define-messages.ts'
import { defaultHelpLines } from '#contract/settings/help-lines.ts'
import type { HelpLine } from '#contract/settings/site-settings.ts'
import { config } from '#server/platform/config.ts'
import { getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'

/** The default help lines are translated. Lines that the operator sets are shown as written. */
const messages = defineMessages('safety/helplines', defaultHelpLines)
const countryMessages = defineMessages('safety/helplines-by-country', {
  line: message<{ country: string; line: string }>('{country}: {line}'),
})

/**
 * Returns the lines that tell people in danger where to get help: first the lines for everyone, then those for
 * the site's country, then those for other countries.
 */
export function listHelplines(): string[] {
  const lines = getSetting('help_lines')
  return lines.toSorted((a, b) => getRank(a) - getRank(b)).map(describeHelpLine)
}

function getRank({ country }: HelpLine): number {
  if (country === null) return 0
  return country === config.country ? 1 : 2
}

function describeHelpLine({ text, country }: HelpLine): string {
  const keys = Object.keys(defaultHelpLines) as (keyof typeof defaultHelpLines)[]
  const key = keys.find((one) => defaultHelpLines[one] === text)
  const line = key ? messages[key] : text
  return country === null ? line : countryMessages.line({ country: getCountryName(country), line })
}

function getCountryName(code: string): string {
  return new Intl.DisplayNames([currentLocale()], { type: 'region' }).of(code) ?? code
}
