import { getContent, getRelatedContent } from '#contract/content/content.ts'
import { getContentSeries } from '#contract/content/series.ts'
import { seriesLimits } from '#contract/content/episode-numbers.ts'
import { listComments } from '#contract/engagement/comments.ts'
import { createLoaderApiClient, createLoaderApiClientForOptionalData } from '#web/api/loader-api-client.ts'
import { removeAdsWithoutConsent } from '../ad-consent.ts'
import { buildVideoMetaTags } from '../video-meta-tags.ts'
import { loadBroadcast, loadHasChatReplay } from './load-broadcast.ts'
import { loadProcessingStatus } from '../load-processing-status.ts'
import { loadInitialRenditions } from '../initial-renditions.ts'
import { loadTrailerStreamUrl } from '../load-trailer-stream.ts'
import type { CommentListPage } from '#web/features/comments/comment-list.ts'
import type { Route } from '../+types/watch-page.ts'

export async function loader(args: Route.LoaderArgs) {
  const api = createLoaderApiClient(args)
  const list = createLoaderApiClientForOptionalData(args)
  const { id } = args.params
  const { searchParams } = new URL(args.request.url)
  const sort = searchParams.get('comments') === 'top' ? 'top' : 'newest'
  const wanted = Number(searchParams.get('season'))
  const season = wanted >= 1 && wanted <= seriesLimits.maxSeason ? Math.floor(wanted) : undefined
  // Load the video before the comments. The `live_cursor` of the video is then older than the loaded
  // comments, so the live updates include every comment posted in between.
  const item = removeAdsWithoutConsent(await api(getContent, { params: { id } }), args.request)
  if (item.moderation === 'removed') return { item, ...removedVideoData }
  const [comments, related, { series }, stream, trailerSrc, startRenditions, broadcast, hasChatReplay] =
    await Promise.all([
      list(
        listComments,
        { params: { id }, query: { sort } },
        { items: [], next_cursor: null, may_comment: 'yes' as const, comment_mode: null },
      ),
      list(getRelatedContent, { params: { id } }, { items: [] }),
      item.content_type === 'tv_show'
        ? list(getContentSeries, { params: { id }, query: { season } }, { series: null })
        : { series: null },
      loadProcessingStatus(args, item),
      loadTrailerStreamUrl(args, item),
      loadInitialRenditions(args, item),
      loadBroadcast(args, item),
      loadHasChatReplay(args, item),
    ])
  return {
    item,
    comments: { ...comments, sort } as CommentListPage,
    related: related.items,
    series,
    stream,
    trailerSrc,
    startRenditions,
    broadcast,
    hasChatReplay,
    outside: buildVideoMetaTags(args, item),
  }
}

/**
 * The data that the watch page loads for a removed video. The owner of a removed video sees only the title of
 * the video and the reasons for the removal.
 */
const removedVideoData = {
  comments: { items: [], next_cursor: null, may_comment: 'nobody' } as CommentListPage,
  related: [],
  series: null,
  stream: null,
  trailerSrc: null,
  startRenditions: [],
  broadcast: null,
  hasChatReplay: false,
  outside: [],
}
