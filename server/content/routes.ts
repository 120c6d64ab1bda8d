import * as contract from '#contract/content.ts'
import { contentEvents } from '#contract/live.ts'
import * as pictures from '#contract/pictures.ts'
import { mount, raw } from '../platform/http/mount.ts'
import { active, member } from '../platform/http/viewer.ts'
import { change } from './change.ts'
import { followContent } from './follow.ts'
import { list, related } from './list.ts'
import { byPlaybackId, one } from './one.ts'
import { listOwn, ownOne } from './own.ts'
import { chooseFrame, dropPicture, frames, putPicture } from './pictures.ts'
import { remove } from './remove.ts'

export const contentRoutes = [
  mount(contract.listContent, ({ viewer, query }) => list(viewer, query)),
  mount(contract.listOwnContent, ({ viewer, query }) => listOwn(member(viewer), query)),
  mount(contract.getOwnContent, ({ viewer, params }) => ownOne(member(viewer), params.id)),
  mount(contract.getContent, ({ viewer, params }) => one(viewer, params.id)),
  mount(contract.getEmbed, ({ viewer, params }) => byPlaybackId(viewer, params.playback_id)),
  mount(contract.getRelated, ({ viewer, params }) => related(viewer, params.id)),
  mount(contract.updateContent, ({ viewer, params, body, request }) =>
    change(active(viewer), params.id, body, new URL(request.url).host),
  ),
  mount(contract.putPicture, ({ viewer, params, request }) => putPicture(active(viewer), params, request)),
  mount(pictures.listFrames, ({ viewer, params }) => frames(member(viewer), params.id)),
  mount(pictures.chooseFrame, ({ viewer, params, body }) =>
    chooseFrame(active(viewer), params.id, body.frame),
  ),
  mount(pictures.dropPicture, ({ viewer, params }) => dropPicture(active(viewer), params.id, params.picture)),
  mount(contract.deleteContent, ({ viewer, params }) => remove(member(viewer), params.id)),
  raw(['GET'], contentEvents('{id}'), (c) =>
    followContent(c.var.viewer, c.req.param('id') ?? '', c.req.raw, c.var.address),
  ),
]
