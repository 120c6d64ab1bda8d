import * as contract from '#contract/uploads.ts'
import { type Route, mount } from '../platform/http/mount.ts'
import { ownStream, retry } from './streams.ts'

export const processingRoutes: Route[] = [
  mount(contract.getStream, ({ viewer, params }) => ownStream(viewer, params.streamId)),
  mount(contract.retryStream, ({ viewer, params }) => retry(viewer, params.streamId)),
]
