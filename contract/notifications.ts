import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { Cursor, Id, Timestamp } from './scalars.ts'
import { pageSize } from './limits.ts'

/** Events that create a notification. */
export const notificationKinds = [
  'upload_ready',
  'upload_failed',
  'comment',
  'like',
  'export_ready',
  'turned_twenty',
  'decision',
  'follow_request',
  'new_follower',
  'follow_approved',
] as const
export const NotificationKind = z.enum(notificationKinds, 'not_found')
export type NotificationKind = z.output<typeof NotificationKind>

/** Kinds that a person may turn off. Decisions about their content or account are always sent. */
export const optionalNotificationKinds = notificationKinds.filter((kind) => kind !== 'decision')
export type OptionalNotificationKind = (typeof optionalNotificationKinds)[number]
const OptionalNotificationKind = z.enum(optionalNotificationKinds, 'not_found')

/** The most recent few of the people involved; `actors_count` is the full number. */
export const notificationActorsMax = 3

export const Notification = z.object({
  id: Id,
  kind: NotificationKind,
  content: z
    .object({ id: Id, title: z.string(), picture_url: z.string().nullable() })
    .nullable()
    .meta({ description: 'the item it is about; null when it is about none' }),
  actors: z
    .array(z.object({ user_id: Id, username: z.string(), avatar_url: z.string().nullable() }))
    .meta({ description: 'the newest three, newest first' }),
  actors_count: z.int(),
  excerpt: z.string().nullable().meta({ description: 'the newest comment, its first 140 characters' }),
  error: z
    .object({ title: z.string(), detail: z.string() })
    .nullable()
    .meta({ description: 'of an upload that failed' }),
  decisions: z
    .array(z.object({ id: Id, subject: z.enum(['content', 'comment', 'profile']), about: z.string() }))
    .meta({
      description:
        'of a `decision`: the newest about each thing, newest first; empty where that is not known',
    }),
  adult: z.boolean().meta({ description: 'of a request to somebody under 18: who asks is 18 or 19' }),
  read: z.boolean(),
  created_at: Timestamp.meta({ description: 'when it last gained something' }),
})
export type Notification = z.output<typeof Notification>

const tag = 'Notifications'
const unread = z.int().meta({ description: 'how many are unread now' })

export const getUnreadCount = defineEndpoint({
  method: 'GET',
  path: '/api/notifications/unread',
  summary: 'How many notifications are unread, and where to follow them live from',
  tag,
  response: z.object({
    unread,
    live_cursor: z.int(),
    time_zone: z.string().nullable().meta({
      description: 'where one’s quiet hours are reckoned; a browser elsewhere says so (`putTimeZone`)',
    }),
  }),
})

export const listNotifications = defineEndpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: 'One’s own notifications, newest first; likes and comments gather by item while unread',
  tag,
  query: z.strictObject({
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(pageSize.max).default(pageSize.default),
  }),
  response: z.object({ items: z.array(Notification), next_cursor: Cursor.nullable(), unread }),
})

export const putNotificationRead = defineEndpoint({
  method: 'PUT',
  path: '/api/notifications/{id}/read',
  summary: 'Marks one as read; repeating does no harm',
  tag,
  params: z.object({ id: Id }),
  response: z.object({ unread }),
})

export const putAllNotificationsRead = defineEndpoint({
  method: 'PUT',
  path: '/api/notifications/read',
  summary: 'Marks all as read',
  tag,
  response: z.object({ unread }),
})

const Switches = z.record(OptionalNotificationKind, z.boolean())
export type NotificationPreferences = z.output<typeof Switches>

export const getNotificationPreferences = defineEndpoint({
  method: 'GET',
  path: '/api/notifications/switches',
  summary: 'Which kinds one hears of; all, until one says otherwise',
  tag,
  response: Switches,
})

export const putNotificationPreferences = defineEndpoint({
  method: 'PUT',
  path: '/api/notifications/switches',
  summary: 'Switches kinds on and off; what is left out stays as it is',
  tag,
  body: z.partialRecord(OptionalNotificationKind, z.boolean()),
  response: Switches,
})
