import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { optionalNotificationKinds } from './notifications.ts'
import { Id, Timestamp } from './scalars.ts'

/** The maximum number of devices per person that get push notifications. */
export const maxPushDevices = 10

/** A device is removed after this many days without a push notification or a new subscription. */
export const maxUnusedPushDeviceDays = 90

const Kind = z.enum(optionalNotificationKinds, 'not_found')
const Kinds = z.record(Kind, z.boolean())
export type PushNotificationTypes = z.output<typeof Kinds>

const PushDevice = z.object({
  id: Id,
  device: z
    .string()
    .nullable()
    .meta({ description: 'The browser and the operating system, such as “Firefox on Windows”.' }),
  is_current: z.boolean().meta({ description: 'Whether the request comes from this device.' }),
  created_at: Timestamp,
  used_at: Timestamp.meta({ description: 'When the device last got a push notification, or was added.' }),
})
export type PushDevice = z.output<typeof PushDevice>

const PushSettings = z.object({
  public_key: z.string().nullable().meta({
    description: 'The site’s VAPID key (RFC 8292), or null if the site sends no push notifications.',
  }),
  devices: z.array(PushDevice),
  kinds: Kinds,
})
export type PushSettings = z.output<typeof PushSettings>

const tag = 'Notifications'

export const getPushSettings = defineEndpoint({
  method: 'GET',
  path: '/api/notifications/push',
  summary:
    'Returns your devices that get push notifications, and the kinds they get. All kinds are off by default.',
  tag,
  response: PushSettings,
})

export const putPushDevice = defineEndpoint({
  method: 'PUT',
  path: '/api/notifications/push/device',
  summary:
    'Turns on push notifications for the browser of this session. Replaces its earlier subscription. The subscription ends with the session.',
  tag,
  body: z.strictObject({
    endpoint: z.string('push_subscription_invalid').max(1000, 'push_subscription_invalid').meta({
      description: 'The endpoint URL from the browser’s push service. Only known push services are accepted.',
    }),
    p256dh: z
      .string('push_subscription_invalid')
      .regex(/^[\w-]{87}=?$/, 'push_subscription_invalid')
      .meta({ description: 'The browser’s public key (RFC 8291), in base64url.' }),
    auth: z
      .string('push_subscription_invalid')
      .regex(/^[\w-]{22}(==)?$/, 'push_subscription_invalid')
      .meta({ description: 'The browser’s authentication secret (RFC 8291), in base64url.' }),
  }),
  response: PushDevice,
})

export const deletePushDevice = defineEndpoint({
  method: 'DELETE',
  path: '/api/notifications/push/devices/{id}',
  summary: 'Turns off push notifications for one of your devices.',
  tag,
  status: 204,
  params: z.object({ id: Id }),
  response: z.undefined(),
})

export const updatePushNotificationTypes = defineEndpoint({
  method: 'PUT',
  path: '/api/notifications/push/kinds',
  summary: 'Sets which kinds of push notifications you get. Omitted kinds keep their setting.',
  tag,
  body: z.partialRecord(Kind, z.boolean()),
  response: Kinds,
})
