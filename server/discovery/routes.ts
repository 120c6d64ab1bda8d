import { getClaims } from '#contract/claims.ts'
import { getCategory, getSpotlight } from '#contract/content.ts'
import { mount } from '../platform/http/mount.ts'
import { categoryPage } from './categories.ts'
import { claims } from './claims.ts'
import { spotlight } from './spotlight.ts'

export const discoveryRoutes = [
  mount(getCategory, ({ viewer, params }) => categoryPage(viewer, params.category)),
  mount(getClaims, claims),
  mount(getSpotlight, ({ viewer }) => spotlight(viewer)),
]
