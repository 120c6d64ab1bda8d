import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

const WeeklyDigest = z.object({
  on: z.boolean(),
  email_confirmed: z
    .boolean()
    .meta({ description: 'Whether your email address is confirmed. Emails are sent only if it is.' }),
})
export type WeeklyDigest = z.output<typeof WeeklyDigest>

const tag = 'Notifications'

export const getWeeklyDigest = defineEndpoint({
  method: 'GET',
  path: '/api/notifications/digest',
  summary: 'Returns whether you get the weekly email. It is off by default.',
  tag,
  response: WeeklyDigest,
})

export const putWeeklyDigest = defineEndpoint({
  method: 'PUT',
  path: '/api/notifications/digest',
  summary:
    'Turns the weekly email on or off. It lists new videos by people you follow, and your unread notifications.',
  tag,
  body: z.strictObject({ on: z.boolean() }),
  response: WeeklyDigest,
})

/** The token in the unsubscribe link of an email. */
export const UnsubscribeToken = z.string().max(200, 'unsubscribe_link_invalid')

export const unsubscribeFromDigest = defineEndpoint({
  method: 'POST',
  path: '/api/notifications/digest/unsubscribe',
  summary: 'Turns off the weekly email with the token from its unsubscribe link. Requires no sign-in.',
  tag,
  status: 204,
  body: z.strictObject({ token: UnsubscribeToken }),
  response: z.undefined(),
})
