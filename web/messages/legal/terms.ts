import { defineMessages } from '#i18n/define-messages.ts'
/**
 * The title, the meta description, the version and the date of the terms page. The text of the terms is in
 * web/pages/legal/documents/terms-text.tsx.
 */
export const termsPageMessages = defineMessages('legal/terms', {
  title: 'Terms of Service',
  description:
    'The terms of service in plain words: who can join, which rights you keep, what isn’t allowed, and how to delete your account.',
  version: 'Version 2.0 · Effective',
  date: 'December 15, 2024',
})
