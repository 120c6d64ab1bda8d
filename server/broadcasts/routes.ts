import * as contract from '#contract/broadcasts/broadcasts.ts'
import * as scheduled from '#contract/broadcasts/scheduled-broadcasts.ts'
import * as streamKeys from '#contract/broadcasts/stream-keys.ts'
import { type Route, mountEndpoint, defineRawRoute } from '#server/platform/http/routes.ts'
import { requireActiveMember, requireMember } from '../platform/http/viewer.ts'
import { continueOwnBroadcast } from './continue-broadcast.ts'
import { createMemberBroadcast } from './create-broadcast.ts'
import { createOwnStreamKey, deleteOwnStreamKey, loadOwnStreamKey } from './encoders/stream-keys.ts'
import { endOwnBroadcast } from './end-broadcast.ts'
import { listBroadcastsOnAir, loadBroadcast, loadRunningBroadcast } from './get-broadcast.ts'
import { serveLiveMedia } from './playback/serve-live-media.ts'
import {
  cancelOwnScheduledBroadcast,
  rescheduleOwnBroadcast,
  scheduleMemberBroadcast,
  startOwnScheduledBroadcast,
} from './schedule/schedule-broadcast.ts'
import {
  listMemberScheduledBroadcasts,
  listVisibleScheduledBroadcasts,
  loadScheduledBroadcast,
  setOwnBroadcastReminder,
} from './schedule/scheduled-broadcasts.ts'
import { receiveChunk } from './receive-chunk.ts'

export const broadcastRoutes: Route[] = [
  mountEndpoint(contract.createBroadcast, ({ viewer, body }) =>
    createMemberBroadcast(requireActiveMember(viewer), body),
  ),
  mountEndpoint(contract.listBroadcasts, ({ viewer, query }) => listBroadcastsOnAir(viewer, query)),
  mountEndpoint(contract.getOwnBroadcast, ({ viewer }) => loadRunningBroadcast(requireMember(viewer))),
  mountEndpoint(contract.getBroadcast, ({ viewer, params }) => loadBroadcast(viewer, params.id)),
  mountEndpoint(contract.continueBroadcast, ({ viewer, params }) =>
    continueOwnBroadcast(requireActiveMember(viewer), params.id),
  ),
  mountEndpoint(contract.endBroadcast, ({ viewer, params, body }) =>
    endOwnBroadcast(requireMember(viewer), params.id, body.drop_delayed),
  ),
  mountEndpoint(scheduled.createScheduledBroadcast, ({ viewer, body }) =>
    scheduleMemberBroadcast(requireActiveMember(viewer), body),
  ),
  mountEndpoint(scheduled.listScheduledBroadcasts, ({ viewer, query }) =>
    listVisibleScheduledBroadcasts(viewer, query),
  ),
  mountEndpoint(scheduled.listOwnScheduledBroadcasts, ({ viewer }) =>
    listMemberScheduledBroadcasts(requireMember(viewer)),
  ),
  mountEndpoint(scheduled.getScheduledBroadcast, ({ viewer, params }) =>
    loadScheduledBroadcast(viewer, params.id),
  ),
  mountEndpoint(scheduled.rescheduleBroadcast, ({ viewer, params, body }) =>
    rescheduleOwnBroadcast(requireActiveMember(viewer), params.id, body.starts_at),
  ),
  mountEndpoint(scheduled.cancelScheduledBroadcast, ({ viewer, params }) =>
    cancelOwnScheduledBroadcast(requireMember(viewer), params.id),
  ),
  mountEndpoint(scheduled.startScheduledBroadcast, ({ viewer, params, body }) =>
    startOwnScheduledBroadcast(requireActiveMember(viewer), params.id, body.source),
  ),
  mountEndpoint(scheduled.setBroadcastReminder, ({ viewer, params }) =>
    setOwnBroadcastReminder(requireActiveMember(viewer), params.id, true),
  ),
  mountEndpoint(scheduled.deleteBroadcastReminder, ({ viewer, params }) =>
    setOwnBroadcastReminder(requireMember(viewer), params.id, false),
  ),
  mountEndpoint(streamKeys.getStreamKey, ({ viewer }) => loadOwnStreamKey(requireMember(viewer))),
  mountEndpoint(streamKeys.createStreamKey, ({ viewer }) => createOwnStreamKey(requireActiveMember(viewer))),
  mountEndpoint(streamKeys.deleteStreamKey, ({ viewer }) => deleteOwnStreamKey(requireMember(viewer))),
  defineRawRoute(['POST'], contract.broadcastChunkPath, (c) =>
    receiveChunk(
      requireActiveMember(c.var.viewer),
      {
        id: c.req.param('id') ?? '',
        number: c.req.param('number') ?? '',
        sender: c.req.query('sender') ?? '0',
      },
      c.req.raw,
    ),
  ),
  defineRawRoute(['GET'], '/media/:playback_id/live/*', (c) => {
    const [, , playbackId = '', , ...rest] = c.req.path.split('/')
    return serveLiveMedia(c.var.viewer, playbackId, rest.join('/'), c.req.raw, c.var.address)
  }),
]
