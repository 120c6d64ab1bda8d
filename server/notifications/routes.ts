import { notificationEventsPath } from '#contract/live-updates.ts'
import * as contract from '#contract/notifications.ts'
import { mountEndpoint, rawRoute } from '#server/platform/http/routes.ts'
import { requireMember } from '../platform/http/viewer.ts'
import { streamNotificationUpdates } from './notification-live-updates.ts'
import {
  listOwnNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  loadUnreadCount,
} from './notifications.ts'
import { updateNotificationPreferences, loadNotificationPreferences } from './notification-preferences.ts'

export const notificationRoutes = [
  mountEndpoint(contract.getUnreadCount, ({ viewer }) => loadUnreadCount(requireMember(viewer))),
  mountEndpoint(contract.getNotificationPreferences, ({ viewer }) =>
    loadNotificationPreferences(requireMember(viewer)),
  ),
  mountEndpoint(contract.putNotificationPreferences, ({ viewer, body }) =>
    updateNotificationPreferences(requireMember(viewer), body),
  ),
  rawRoute(['GET'], notificationEventsPath, async (c) =>
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
