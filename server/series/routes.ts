import * as contract from '#contract/content/series.ts'
import { listSeries } from '#contract/content/series-lists.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import { requireActiveMember, requireMember } from '#server/platform/http/viewer.ts'
import { setEpisodeNotifications } from './episode-notifications.ts'
import { loadEpisodes, loadSeries } from './get-series.ts'
import { listSeriesPage } from './list-series.ts'
import { listOwnSeriesPage } from './own-series.ts'
import { putEpisodeIntoSeries, removeEpisode } from './series-episodes.ts'
import { loadContentSeries } from './content-series.ts'
import { createOwnSeries, deleteOwnSeries, updateOwnSeries } from './series.ts'

// People whose accounts are suspended or scheduled for deletion can still remove episodes and delete series.
export const seriesRoutes = [
  mountEndpoint(contract.listOwnSeries, ({ viewer, query }) =>
    listOwnSeriesPage(requireMember(viewer), query),
  ),
  mountEndpoint(listSeries, ({ viewer, query }) => listSeriesPage(viewer, query)),
  mountEndpoint(contract.createSeries, ({ viewer, body }) =>
    createOwnSeries(requireActiveMember(viewer), body),
  ),
  mountEndpoint(contract.getSeries, ({ viewer, params }) => loadSeries(viewer, params.id)),
  mountEndpoint(contract.listEpisodes, ({ viewer, params, query }) => loadEpisodes(viewer, params.id, query)),
  mountEndpoint(contract.updateSeries, ({ viewer, params, body }) =>
    updateOwnSeries(requireActiveMember(viewer), params.id, body),
  ),
  mountEndpoint(contract.deleteSeries, ({ viewer, params }) =>
    deleteOwnSeries(requireMember(viewer), params.id),
  ),
  mountEndpoint(contract.putEpisode, ({ viewer, params, body }) =>
    putEpisodeIntoSeries(requireActiveMember(viewer), params.id, params.content_id, body),
  ),
  mountEndpoint(contract.deleteEpisode, ({ viewer, params }) =>
    removeEpisode(requireMember(viewer), params.id, params.content_id),
  ),
  mountEndpoint(contract.putEpisodeNotifications, ({ viewer, params, body }) =>
    setEpisodeNotifications(requireActiveMember(viewer), params.id, body.notifications),
  ),
  mountEndpoint(contract.getContentSeries, ({ viewer, params, query }) =>
    loadContentSeries(viewer, params.id, query.season),
  ),
]
