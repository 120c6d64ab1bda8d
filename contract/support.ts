/** How soon people hear back from us (specification, section 9: support response times). */
export const answersWithin = {
  general: '1–2 business days',
  business: 'the same business day',
  press: '24 hours',
  technical: '1–3 business days',
  dmca: '24–48 hours',
} as const

/** What the Safety Center and the settings put behind `/contact?subject=` (specification, section 2: Contact). */
export const contactSubjects = ['delete-account', 'safety-help', 'report'] as const
export type ContactSubject = (typeof contactSubjects)[number]
