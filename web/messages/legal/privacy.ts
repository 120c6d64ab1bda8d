import { defineMessages } from '#i18n/define-messages.ts'
/**
 * The title, the meta description and the date of the privacy policy page. The text of the privacy policy is
 * in web/pages/legal/documents/privacy-text.tsx.
 */
export const privacyPageMessages = defineMessages('legal/privacy', {
  title: 'Privacy Policy',
  description:
    'What we store about you, what others can see, how long we keep it, and what you and your parents can ask for.',
  updated: 'Last updated',
  date: 'December 2024',
})
