import { defineMessages } from '#i18n/define-messages.ts'

/** The navigation of the admin console. */
export const adminConsoleMessages = defineMessages('admin/console', {
  navigation: 'Admin console',
  sections: {
    overview: 'Overview',
    people: 'People',
    content: 'Content',
    jobs: 'Jobs',
    storage: 'Storage',
    contact: 'Contact',
    invitations: 'Invitations',
    settings: 'Settings',
    webhooks: 'Webhooks',
    signIn: 'Sign-in',
    auditLog: 'Audit log',
  },
})
