import { lazy } from 'react'
import { data, useLocation } from 'react-router'
import { getEmbed } from '#contract/content/content.ts'
import { toPlayerProps, parseStartTime } from '#web/features/watch-session/content-player-props.ts'
import { pagePaths } from '#web/paths.ts'
import { Player } from '#web/player/player.tsx'
import type { Route } from './+types/embed-page.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import type { RouteHandle } from '../layout/site-layout.tsx'
import { buildPageMeta } from '../layout/page-meta.ts'
import { describeRouteError } from '../layout/route-error-page.tsx'
import { watchPageMessages } from '#web/messages/watch/watch-page.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'

// The code for the watch session is loaded lazily, because it is not needed before the first frame of the
// video.
const LazyEmbeddedWatchSession = lazy(
  retryWhenOnline(() => import('#web/features/watch-session/embedded-watch-session.tsx')),
)

export const handle: RouteHandle = { bare: true }

export async function loader(args: Route.LoaderArgs) {
  const item = await createLoaderApiClient(args)(getEmbed, {
    params: { playback_id: args.params.playbackId },
  })
  // If other sites must not embed the video, this page can be opened directly but not in a frame.
  return data({ item }, { headers: item.indexable ? {} : { 'x-frame-options': 'DENY' } })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return []
  const { id, title, description, cover_url, indexable, creator } = args.loaderData.item
  return buildPageMeta(args, {
    title,
    description: description.slice(0, 200) || watchPageMessages.videoBy({ name: creator.display_name }),
    image: cover_url,
    type: 'video.other',
    canonical: pagePaths.watch(id),
    noindex: !indexable,
  })
}

/** The player for embedding on other sites, with controls and without autoplay. */
export default function EmbedPage({ loaderData: { item } }: Route.ComponentProps) {
  const { search } = useLocation()
  return (
    <Player
      {...toPlayerProps(item)}
      startAt={parseStartTime(search)}
      embed
      overlay={<LazyEmbeddedWatchSession item={item} />}
    />
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { status, title, detail } = describeRouteError(error)
  return (
    <div className="grid h-dvh place-content-center bg-ground p-6 text-center">
      <title>{title}</title>
      <h1 className="text-28">{status === 404 ? watchPageMessages.notFound : title}</h1>
      <p className="mt-2 text-quiet">{detail}</p>
    </div>
  )
}
