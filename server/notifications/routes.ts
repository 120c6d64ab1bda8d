import { notificationEventsPath } from '#contract/live-updates.ts'
import * as contract from '#contract/notifications.ts'
import * as push from '#contract/push-notifications.ts'
import * as digest from '#contract/weekly-digest.ts'
import { mountEndpoint, defineRawRoute } from '#server/platform/http/routes.ts'
import { requireMember } from '../platform/http/viewer.ts'
import { loadWeeklyDigest, setWeeklyDigest, unsubscribeWithToken } from './digest/digest-settings.ts'
import { streamNotificationUpdates } from './notification-live-updates.ts'
import { listOwnNotifications, markAllNotificationsRead, markNotificationRead } from './notifications.ts'
import { loadUnreadCount } from './unread-count.ts'
import { updateNotificationPreferences, loadNotificationPreferences } from './notification-preferences.ts'
import { loadPushSettings, removeDevice, subscribeDevice, updatePushKinds } from './push/push-devices.ts'

export const notificationRoutes = [
  mountEndpoint(contract.getUnreadCount, ({ viewer }) => loadUnreadCount(requireMember(viewer))),
  mountEndpoint(contract.getNotificationPreferences, ({ viewer }) =>
    loadNotificationPreferences(requireMember(viewer)),
  ),
  mountEndpoint(contract.putNotificationPreferences, ({ viewer, body }) =>
    updateNotificationPreferences(requireMember(viewer), body),
  ),
  mountEndpoint(push.getPushSettings, ({ viewer }) => loadPushSettings(requireMember(viewer))),
  mountEndpoint(push.putPushDevice, ({ viewer, body }) => subscribeDevice(requireMember(viewer), body)),
  mountEndpoint(push.deletePushDevice, ({ viewer, params }) =>
    removeDevice(requireMember(viewer), params.id),
  ),
  mountEndpoint(push.updatePushNotificationTypes, ({ viewer, body }) =>
    updatePushKinds(requireMember(viewer), body),
  ),
  mountEndpoint(digest.getWeeklyDigest, ({ viewer }) => loadWeeklyDigest(requireMember(viewer))),
  mountEndpoint(digest.putWeeklyDigest, ({ viewer, body }) =>
    setWeeklyDigest(requireMember(viewer), body.on),
  ),
  mountEndpoint(digest.unsubscribeFromDigest, ({ body }) => unsubscribeWithToken(body.token)),
  defineRawRoute(['GET'], notificationEventsPath, async (c) =>
    streamNotificationUpdates(requireMember(c.var.viewer), c.req.raw, c.var.address),
  ),
  mountEndpoint(contract.listNotifications, ({ viewer, query }) =>
    listOwnNotifications(requireMember(viewer), query),
  ),
  mountEndpoint(contract.markAllNotificationsRead, ({ viewer }) =>
    markAllNotificationsRead(requireMember(viewer)),
  ),
  mountEndpoint(contract.markNotificationRead, ({ viewer, params }) =>
    markNotificationRead(requireMember(viewer), params.id),
  ),
]
