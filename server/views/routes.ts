import * as contract from '#contract/views.ts'
import { mount } from '../platform/http/mount.ts'
import { member } from '../platform/http/viewer.ts'
import type { Chore } from '../platform/queue.ts'
import { sumOldDays } from './days.ts'
import { view, viewsOf } from './views.ts'

export const viewRoutes = [
  mount(contract.addView, ({ viewer, params, address, request }) =>
    view(viewer, params.id, { address, agent: request.headers.get('user-agent') ?? '' }),
  ),
  mount(contract.getOwnViews, ({ viewer }) => viewsOf(member(viewer))),
]

export const viewChores: Chore[] = [{ name: 'sum-old-views', cron: '37 4 * * *', run: () => sumOldDays() }]
