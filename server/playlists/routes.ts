import * as contract from '#contract/engagement/playlists.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import { requireActiveMember, requireMember } from '../platform/http/viewer.ts'
import { loadPlaylist, loadPlaylistItems } from './get-playlist.ts'
import { listOwnPlaylistsPage, listProfilePlaylistsPage } from './list-playlists.ts'
import { addToPlaylist, moveInPlaylist, removeFromPlaylist } from './playlist-items.ts'
import { createOwnPlaylist, deleteOwnPlaylist, updateOwnPlaylist } from './playlists.ts'

// People whose accounts are suspended or scheduled for deletion can still remove videos and delete playlists.
export const playlistRoutes = [
  mountEndpoint(contract.listOwnPlaylists, ({ viewer, query }) =>
    listOwnPlaylistsPage(requireMember(viewer), query),
  ),
  mountEndpoint(contract.listProfilePlaylists, ({ viewer, params, query }) =>
    listProfilePlaylistsPage(viewer, params.id, query),
  ),
  mountEndpoint(contract.createPlaylist, ({ viewer, body }) =>
    createOwnPlaylist(requireActiveMember(viewer), body),
  ),
  mountEndpoint(contract.getPlaylist, ({ viewer, params }) => loadPlaylist(viewer, params.id)),
  mountEndpoint(contract.listPlaylistItems, ({ viewer, params, query }) =>
    loadPlaylistItems(viewer, params.id, query),
  ),
  mountEndpoint(contract.updatePlaylist, ({ viewer, params, body }) =>
    updateOwnPlaylist(requireActiveMember(viewer), params.id, body),
  ),
  mountEndpoint(contract.deletePlaylist, ({ viewer, params }) =>
    deleteOwnPlaylist(requireMember(viewer), params.id),
  ),
  mountEndpoint(contract.putPlaylistItem, ({ viewer, params }) =>
    addToPlaylist(requireActiveMember(viewer), params.id, params.content_id),
  ),
  mountEndpoint(contract.deletePlaylistItem, ({ viewer, params }) =>
    removeFromPlaylist(requireMember(viewer), params.id, params.content_id),
  ),
  mountEndpoint(contract.movePlaylistItem, ({ viewer, params, body }) =>
    moveInPlaylist(requireActiveMember(viewer), params.id, params.content_id, body),
  ),
]
