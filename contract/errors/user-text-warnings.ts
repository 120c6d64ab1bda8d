import { defineMessages } from '#i18n/define-messages.ts'

/**
 * The questions that authors must answer before questionable text is posted. Each key names the problem that
 * text moderation found in the text.
 */
export const userTextWarnings = defineMessages('errors/user-text-warnings', {
  phone:
    'This looks like a phone number. We’ll hide it from people under 18, but any adult with an account could see it. Post it anyway?',
  email:
    'This looks like an email address. We’ll hide it from people under 18, but any adult with an account could see it. Post it anyway?',
  address:
    'This looks like an address. We’ll hide it from people under 18, but any adult with an account could see it. Post it anyway?',
  school:
    'This mentions a school. We’ll hide it from people under 18, but any adult with an account could see it. Post it anyway?',
  handle:
    'This looks like a username on another app. We’ll hide it from people under 18, but any adult with an account could see it. Post it anyway?',
  place:
    'This looks like a location on a map. We’ll hide it from people under 18, but any adult with an account could see it. Post it anyway?',
  name: 'This looks like someone’s full name. We’ll hide it from people under 18, but any adult with an account could see it. Post it anyway?',
  profanity: 'The rude words in your text will be replaced with stars. Post it anyway?',
  cruelty: 'This could hurt people who read it. Post it anyway?',
  solicitation: 'This looks like an invitation to meet up or to chat somewhere else. Post it anyway?',
  link: 'Your text contains a link, which people under 18 won’t see. Post it anyway?',
} as const)
