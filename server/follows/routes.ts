import * as apart from '#contract/people/blocks-and-mutes.ts'
import * as contract from '#contract/people/follows.ts'
import { putNewVideoNotifications } from '#contract/people/new-video-notifications.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import { requireActiveMember, requireMember } from '../platform/http/viewer.ts'
import { approveFollowRequest, declineFollowRequest, removeOwnFollower } from './follow-requests.ts'
import { blockUser, unblockUser } from '#server/blocks/blocks.ts'
import { muteUser, unmuteUser } from '#server/blocks/mutes.ts'
import { followUser, unfollowUser } from './follows.ts'
import { setNewVideoNotifications } from './new-video-notification-setting.ts'
import {
  listOwnBlocks,
  listOwnFollowers,
  listOwnFollowing,
  listOwnMutes,
  listOwnFollowRequests,
} from './people-lists.ts'

// People whose accounts are suspended or scheduled for deletion can still remove followers, block and
// unfollow.
export const userFollowRoutes = [
  mountEndpoint(contract.putFollow, ({ viewer, params }) =>
    followUser(requireActiveMember(viewer), params.id),
  ),
  mountEndpoint(contract.deleteFollow, ({ viewer, params }) =>
    unfollowUser(requireMember(viewer), params.id),
  ),
  mountEndpoint(putNewVideoNotifications, ({ viewer, params, body }) =>
    setNewVideoNotifications(requireActiveMember(viewer), params.id, body.new_videos),
  ),
  mountEndpoint(contract.listFollowRequests, ({ viewer, query }) =>
    listOwnFollowRequests(requireMember(viewer), query),
  ),
  mountEndpoint(contract.approveFollow, ({ viewer, params }) =>
    approveFollowRequest(requireActiveMember(viewer), params.id),
  ),
  mountEndpoint(contract.declineFollow, ({ viewer, params }) =>
    declineFollowRequest(requireMember(viewer), params.id),
  ),
  mountEndpoint(contract.listFollowers, ({ viewer, query }) =>
    listOwnFollowers(requireMember(viewer), query),
  ),
  mountEndpoint(contract.removeFollower, ({ viewer, params }) =>
    removeOwnFollower(requireMember(viewer), params.id),
  ),
  mountEndpoint(contract.listFollowing, ({ viewer, query }) =>
    listOwnFollowing(requireMember(viewer), query),
  ),
  mountEndpoint(apart.putBlock, ({ viewer, params }) => blockUser(requireMember(viewer), params.id)),
  mountEndpoint(apart.deleteBlock, ({ viewer, params }) => unblockUser(requireMember(viewer), params.id)),
  mountEndpoint(apart.listBlocks, ({ viewer, query }) => listOwnBlocks(requireMember(viewer), query)),
  mountEndpoint(apart.putMute, ({ viewer, params }) => muteUser(requireMember(viewer), params.id)),
  mountEndpoint(apart.deleteMute, ({ viewer, params }) => unmuteUser(requireMember(viewer), params.id)),
  mountEndpoint(apart.listMutes, ({ viewer, query }) => listOwnMutes(requireMember(viewer), query)),
]
