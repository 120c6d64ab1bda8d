import { defineMessages, message } from '#i18n/define-messages.ts'

/** The overview page of the admin console. */
export const adminOverviewMessages = defineMessages('admin/overview', {
  title: 'Overview',
  description: 'The state of the site.',
  version: message<{ version: string }>('Version {version}'),
  cases: 'Open cases',
  overdueCases: 'Overdue cases',
})
