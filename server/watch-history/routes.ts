import * as contract from '#contract/engagement/watch-history.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import { requireMember } from '#server/platform/http/viewer.ts'
import { loadWatchHistoryState, setWatchHistoryState } from './watch-history-state.ts'
import {
  clearOwnWatchHistory,
  loadWatchHistory,
  removeHistoryEntry,
  savePlaybackPosition,
} from './watch-history.ts'

export const watchHistoryRoutes = [
  mountEndpoint(contract.getWatchHistoryState, ({ viewer }) => loadWatchHistoryState(requireMember(viewer))),
  mountEndpoint(contract.putWatchHistoryState, ({ viewer, body }) =>
    setWatchHistoryState(requireMember(viewer), body),
  ),
  mountEndpoint(contract.listWatchHistory, ({ viewer, query }) =>
    loadWatchHistory(requireMember(viewer), query),
  ),
  mountEndpoint(contract.clearWatchHistory, ({ viewer }) => clearOwnWatchHistory(requireMember(viewer))),
  mountEndpoint(contract.putPlaybackPosition, ({ viewer, params, body }) =>
    savePlaybackPosition(requireMember(viewer), params.id, body),
  ),
  mountEndpoint(contract.deleteHistoryEntry, ({ viewer, params }) =>
    removeHistoryEntry(requireMember(viewer), params.id),
  ),
]
