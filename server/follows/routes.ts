import * as apart from '#contract/apart.ts'
import * as contract from '#contract/follows.ts'
import { mount } from '../platform/http/mount.ts'
import { active, member } from '../platform/http/viewer.ts'
import { approve, decline, removeFollower } from './answer.ts'
import { block, mute, unblock, unmute } from './apart.ts'
import { follow, unfollow } from './follow.ts'
import { blocksOf, followersOf, followingOf, mutesOf, requestsOf } from './lists.ts'

// Who may not act any more can still keep others away, and let go.
export const followRoutes = [
  mount(contract.putFollow, ({ viewer, params }) => follow(active(viewer), params.id)),
  mount(contract.deleteFollow, ({ viewer, params }) => unfollow(member(viewer), params.id)),
  mount(contract.listFollowRequests, ({ viewer, query }) => requestsOf(member(viewer), query)),
  mount(contract.approveFollow, ({ viewer, params }) => approve(active(viewer), params.id)),
  mount(contract.declineFollow, ({ viewer, params }) => decline(member(viewer), params.id)),
  mount(contract.listFollowers, ({ viewer, query }) => followersOf(member(viewer), query)),
  mount(contract.removeFollower, ({ viewer, params }) => removeFollower(member(viewer), params.id)),
  mount(contract.listFollowing, ({ viewer, query }) => followingOf(member(viewer), query)),
  mount(apart.putBlock, ({ viewer, params }) => block(member(viewer), params.id)),
  mount(apart.deleteBlock, ({ viewer, params }) => unblock(member(viewer), params.id)),
  mount(apart.listBlocks, ({ viewer, query }) => blocksOf(member(viewer), query)),
  mount(apart.putMute, ({ viewer, params }) => mute(member(viewer), params.id)),
  mount(apart.deleteMute, ({ viewer, params }) => unmute(member(viewer), params.id)),
  mount(apart.listMutes, ({ viewer, query }) => mutesOf(member(viewer), query)),
]
