import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { Timestamp } from '../scalars.ts'
import { authAndContactRateLimits } from '../limits.ts'
import type { ApiErrorCode } from '../errors/api-error.ts'
import type { ContactSubjectSlug as Slug } from './support.ts'
import { SingleLineText, textSchema } from '../user-text.ts'

const tag = 'Contact'

/** The subjects of the contact form, in the order that the specification requires (section 5). */
export const contactSubjects = [
  'General Inquiry',
  'Content Submission',
  'Partnership Opportunity',
  'Technical Support',
  'Press & Media',
  'Other',
  'Delete Account (24–48 hour process)',
] as const
export type ContactSubject = (typeof contactSubjects)[number]

export const accountDeletionSubject = 'Delete Account (24–48 hour process)' satisfies ContactSubject

/**
 * Topics that mark messages sent from the Safety Center, so that the operator notices these messages more
 * easily.
 */
export const safetyContactTopics = ['safety-help', 'report'] as const
export type SafetyContactTopic = (typeof safetyContactTopics)[number]

/**
 * Maps each slug to the subject that `/contact?subject=` preselects. The specification has no contact subject
 * for reports, so messages that report something are marked with one of `safetyContactTopics`.
 */
export const contactSubjectsBySlug: Record<Slug, ContactSubject> = {
  'delete-account': accountDeletionSubject,
  'safety-help': 'Technical Support',
  report: 'Other',
}

export const contactMessageMaxLength = 5000
/**
 * Limits on contact messages. The rate limits for contact messages are far above what one person, or a whole
 * school behind one IP address, sends in an hour.
 */
export const contactRateLimits = {
  perEmail: authAndContactRateLimits.contactEmail.most,
  perAddress: authAndContactRateLimits.contact.most,
  minutes: authAndContactRateLimits.contact.minutes,
}

const name = (missing: ApiErrorCode) =>
  SingleLineText.refine((text) => text.length > 0 && text.length <= 60, missing)

export const sendContactMessage = defineEndpoint({
  method: 'POST',
  path: '/api/contact',
  summary:
    'Sends a message to the site’s operator. With the deletion subject, also schedules the deletion of your account.',
  tag,
  status: 201,
  body: z.strictObject({
    firstName: name('contact_first_name'),
    lastName: name('contact_last_name'),
    email: z
      .string('contact_email')
      .trim()
      .toLowerCase()
      .max(254, 'contact_email')
      .pipe(z.email('contact_email')),
    subject: z.enum(contactSubjects, 'contact_subject').default('General Inquiry'),
    message: textSchema({
      min: 'contact_message',
      max: contactMessageMaxLength,
      over: 'contact_message_too_long',
    }),
    topic: z.enum(safetyContactTopics).optional(),
    confirmed: z
      .boolean()
      .default(false)
      .meta({ description: 'Confirms that your account should be deleted.' }),
    current_password: z.string().max(1000).optional().meta({
      description: 'Required for account deletion if the last sign-in is more than 15 minutes old.',
    }),
    website: z
      .string()
      .max(0, 'contact_trap')
      .optional()
      .meta({ description: 'Must be empty. Only bots fill it in.' }),
  }),
  response: z.object({
    deletion: z
      .object({ cancel_until: Timestamp, erased_by: Timestamp })
      .nullable()
      .meta({ description: 'The scheduled deletion, or null if none was scheduled.' }),
  }),
})
