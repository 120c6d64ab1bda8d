import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { Cursor, Id, Timestamp } from './scalars.ts'
import { pageSizeLimits } from './limits.ts'

/** The events that create a notification. */
export const notificationKinds = [
  'upload_ready',
  'upload_failed',
  'replacement_ready',
  'replacement_failed',
  'comment',
  'reply',
  'mention',
  'like',
  'export_ready',
  'turned_twenty',
  'decision',
  'follow_request',
  'new_follower',
  'follow_approved',
  'new_video',
  'broadcast_cancelled',
  'broadcast_rescheduled',
] as const
export const NotificationKind = z.enum(notificationKinds, 'not_found')
export type NotificationKind = z.output<typeof NotificationKind>

/**
 * The kinds of notifications that people can turn off. Notifications about decisions on a person's content or
 * account cannot be turned off.
 */
export const optionalNotificationKinds = notificationKinds.filter((kind) => kind !== 'decision')
export type OptionalNotificationKind = (typeof optionalNotificationKinds)[number]
const OptionalNotificationKind = z.enum(optionalNotificationKinds, 'not_found')

/**
 * The maximum number of people that a notification names. `actors_count` also includes the people whom the
 * notification does not name.
 */
export const maxNotificationActors = 3

export const Notification = z.object({
  id: Id,
  kind: NotificationKind,
  content: z
    .object({
      id: Id,
      title: z.string(),
      language: z.string().nullable().meta({
        description: 'The language of the video as a BCP 47 tag, or null if the creator has not chosen one.',
      }),
      picture_url: z.string().nullable(),
    })
    .nullable()
    .meta({
      description:
        'The video the notification is about (for `new_video`, the newest one), or null if it isn’t about a video.',
    }),
  videos_count: z.int().meta({
    description:
      'For a `new_video`: the number of new videos. For a `broadcast_cancelled`: the number of cancelled broadcasts. Otherwise 0.',
  }),
  starts_at: Timestamp.nullable().meta({
    description:
      'For a `broadcast_rescheduled`: the current start time. For a `broadcast_cancelled`: the start time of the broadcast that was cancelled last. Otherwise null.',
  }),
  episode: z.object({ series_title: z.string(), season: z.int(), episode: z.int() }).nullable().meta({
    description: 'For a `new_video` that is an episode: its series and numbers. Otherwise null.',
  }),
  actors: z
    .array(z.object({ user_id: Id, username: z.string(), avatar_url: z.string().nullable() }))
    .meta({ description: 'The three most recent people involved, newest first.' }),
  actors_count: z.int(),
  excerpt: z
    .string()
    .nullable()
    .meta({ description: 'The first 140 characters of the newest comment or reply.' }),
  error: z
    .object({ title: z.string(), detail: z.string() })
    .nullable()
    .meta({ description: 'Why the upload or the replacement failed. Set for failures only.' }),
  decisions: z
    .array(z.object({ id: Id, subject: z.enum(['content', 'comment', 'profile']), about: z.string() }))
    .meta({
      description:
        'For a `decision`: the latest decision about each video, comment or profile, newest first. Empty if unknown.',
    }),
  adult: z
    .boolean()
    .meta({ description: 'Whether the person who asks to follow a user under 18 is 18 or 19.' }),
  read: z.boolean(),
  created_at: Timestamp.meta({ description: 'When the notification was last updated.' }),
})
export type Notification = z.output<typeof Notification>

const tag = 'Notifications'
const unread = z.int().meta({ description: 'The number of unread notifications.' })

export const getUnreadCount = defineEndpoint({
  method: 'GET',
  path: '/api/notifications/unread',
  summary: 'Returns the number of unread notifications and the cursor for live updates.',
  tag,
  response: z.object({
    unread,
    live_cursor: z.int(),
    time_zone: z.string().nullable().meta({
      description:
        'The time zone used for quiet hours. Set it with `PUT /api/me/time-zone` if the browser’s time zone differs.',
    }),
  }),
})

export const listNotifications = defineEndpoint({
  method: 'GET',
  path: '/api/notifications',
  summary:
    'Lists your notifications, newest first. Unread likes and comments are grouped by video, and unread new videos and cancelled broadcasts by creator.',
  tag,
  query: z.strictObject({
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(pageSizeLimits.max).default(pageSizeLimits.default),
  }),
  response: z.object({
    items: z.array(Notification),
    next_cursor: Cursor.nullable(),
    unread,
    quiet_until: Timestamp.nullable().meta({
      description:
        'During your quiet hours, when they end; otherwise null. Until then, only notifications about your account or safety arrive.',
    }),
  }),
})

export const markNotificationRead = defineEndpoint({
  method: 'PUT',
  path: '/api/notifications/{id}/read',
  summary: 'Marks a notification as read. Repeated requests have no further effect.',
  tag,
  params: z.object({ id: Id }),
  response: z.object({ unread }),
})

export const markAllNotificationsRead = defineEndpoint({
  method: 'PUT',
  path: '/api/notifications/read',
  summary: 'Marks all notifications as read.',
  tag,
  response: z.object({ unread }),
})

const Switches = z.record(OptionalNotificationKind, z.boolean())
export type NotificationPreferences = z.output<typeof Switches>

export const getNotificationPreferences = defineEndpoint({
  method: 'GET',
  path: '/api/notifications/switches',
  summary: 'Returns your notification preferences. All kinds are on by default.',
  tag,
  response: Switches,
})

export const putNotificationPreferences = defineEndpoint({
  method: 'PUT',
  path: '/api/notifications/switches',
  summary: 'Turns kinds of notifications on or off. Omitted kinds keep their setting.',
  tag,
  body: z.partialRecord(OptionalNotificationKind, z.boolean()),
  response: Switches,
})
