import { defineMessages } from '#i18n/define-messages.ts'
import { config } from '#server/platform/config.ts'

/**
 * The default value of the HELP_LINES setting. These lines are translated. Lines that the operator sets are
 * shown as written.
 */
const english = {
  emergency:
    'In danger right now? Call the emergency number where you are: 112 in Europe, 911 in North America.',
  trustedAdult: 'Tell an adult you trust: a parent, a teacher, a doctor.',
}
const messages = defineMessages('safety/helplines', english)

/** Returns the lines that tell people in danger where to get help. */
export function listHelplines(): string[] {
  const keys = Object.keys(english) as (keyof typeof english)[]
  return config.helpLines.map((line) => {
    const key = keys.find((one) => english[one] === line)
    return key ? messages[key] : line
  })
}
