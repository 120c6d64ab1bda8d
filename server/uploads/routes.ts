import * as contract from '#contract/uploads.ts'
import { type Route, mount, raw } from '../platform/http/mount.ts'
import { active } from '../platform/http/viewer.ts'
import { create } from './create.ts'
import { uploadState } from './own.ts'
import { receive } from './receive.ts'

export const uploadRoutes: Route[] = [
  mount(contract.createUpload, ({ viewer, body }) => create(active(viewer), body)),
  mount(contract.getUpload, ({ viewer, params }) => uploadState(viewer, params.id)),
  // GET stands here because the router hands HEAD to it.
  raw(['GET', 'PATCH', 'POST', 'DELETE', 'OPTIONS'], '/api/uploads/{id}', receive),
]
