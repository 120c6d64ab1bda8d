import * as contract from '#contract/figures.ts'
import { admin } from '../../moderation/staff.ts'
import { mount } from '../../platform/http/mount.ts'
import { figures } from './figures.ts'

export const figuresRoutes = [
  mount(contract.getFigures, ({ viewer, query }) => admin(viewer) && figures(query.hours)),
]
