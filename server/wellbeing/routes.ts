import * as contract from '#contract/wellbeing.ts'
import { mount } from '../platform/http/mount.ts'
import { member } from '../platform/http/viewer.ts'
import type { Chore } from '../platform/queue.ts'
import { playingOf } from './playing.ts'
import { setTimeZone } from './time-zone.ts'
import { count, forgetWatchTime, sweepWatchTime, watchTimeOf } from './watch-time.ts'

export const wellbeingRoutes = [
  mount(contract.putTimeZone, ({ viewer, body }) => setTimeZone(member(viewer), body.time_zone)),
  mount(contract.getPlaying, ({ viewer }) => playingOf(member(viewer))),
  // The last beat of a page whose session has just ended is nobody's, and nothing to complain of.
  mount(contract.addWatchTime, async ({ viewer, body }) =>
    viewer.kind === 'member' ? count(viewer, body) : undefined,
  ),
  mount(contract.getWatchTime, ({ viewer }) => watchTimeOf(member(viewer))),
  mount(contract.deleteWatchTime, ({ viewer }) => forgetWatchTime(member(viewer))),
]

export const wellbeingChores: Chore[] = [
  { name: 'sweep-watch-time', cron: '17 4 * * *', run: () => sweepWatchTime() },
]
