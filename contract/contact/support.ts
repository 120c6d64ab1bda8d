import { defineMessages } from '#i18n/define-messages.ts'

/** How quickly support replies (specification, section 9: support response times). */
export const supportResponseTimes = defineMessages('company/response-times', {
  general: '1–2 business days',
  business: 'the same day',
  press: '24 hours',
  technical: '1–3 business days',
  dmca: '24–48 hours',
})

/**
 * The `/contact?subject=` slugs that Settings and the Safety Center link to (specification, section 2:
 * Contact).
 */
export const contactSubjectSlugs = ['delete-account', 'safety-help', 'report'] as const
export type ContactSubjectSlug = (typeof contactSubjectSlugs)[number]
