import { notificationEvents } from '#contract/live.ts'
import * as contract from '#contract/notifications.ts'
import { mount, raw } from '../platform/http/mount.ts'
import { member } from '../platform/http/viewer.ts'
import { followBell } from './follow.ts'
import { notificationsOf, readAll, readOne, unreadBell } from './notifications.ts'
import { setSwitches, switchesOf } from './switches.ts'

export const notificationRoutes = [
  mount(contract.getUnread, ({ viewer }) => unreadBell(member(viewer))),
  mount(contract.getNotificationSwitches, ({ viewer }) => switchesOf(member(viewer))),
  mount(contract.putNotificationSwitches, ({ viewer, body }) => setSwitches(member(viewer), body)),
  raw(['GET'], notificationEvents, async (c) => followBell(member(c.var.viewer), c.req.raw, c.var.address)),
  mount(contract.listNotifications, ({ viewer, query }) => notificationsOf(member(viewer), query)),
  mount(contract.readNotifications, ({ viewer }) => readAll(member(viewer))),
  mount(contract.readNotification, ({ viewer, params }) => readOne(member(viewer), params.id)),
]
