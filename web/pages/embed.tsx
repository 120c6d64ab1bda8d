import { lazy } from 'react'
import { data, useLocation } from 'react-router'
import { getEmbed } from '#contract/content.ts'
import { sourceOf, startAt } from '#web/features/player/source.ts'
import { paths } from '#web/paths.ts'
import { Player } from '#web/player/load.tsx'
import type { Route } from './+types/embed.ts'
import { askOf } from './ask.ts'
import type { PageHandle } from './frame.tsx'
import { metaOf } from './meta.ts'
import { wordsOf } from './trouble.tsx'
import { words } from '#web/words/watch.ts'
import { whenOnline } from '#web/ui/when-online.ts'

// Nothing of it is needed before the first frame.
const Company = lazy(whenOnline(() => import('#web/features/player/embed-company.tsx')))

export const handle: PageHandle = { bare: true }

export async function loader(args: Route.LoaderArgs) {
  const item = await askOf(args)(getEmbed, { params: { playback_id: args.params.playbackId } })
  // What may not stand in other sites' frames is still a page of its own (ruling 27).
  return data({ item }, { headers: item.indexable ? {} : { 'x-frame-options': 'DENY' } })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return []
  const { id, title, description, cover_url, indexable, creator } = args.loaderData.item
  return metaOf(args, {
    title,
    description: description.slice(0, 200) || words.videoBy(creator.display_name),
    image: cover_url,
    type: 'video.other',
    canonical: paths.watch(id),
    noindex: !indexable,
  })
}

/** The player and nothing else, for other sites' frames: controls on, autoplay off (ruling 27). */
export default function EmbedPage({ loaderData: { item } }: Route.ComponentProps) {
  const { search } = useLocation()
  return <Player {...sourceOf(item)} startAt={startAt(search)} embed beside={<Company item={item} />} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { status, title, detail } = wordsOf(error)
  return (
    <div className="grid h-dvh place-content-center bg-ground p-6 text-center">
      <title>{title}</title>
      <h1 className="text-28">{status === 404 ? words.notFound : title}</h1>
      <p className="mt-2 text-quiet">{detail}</p>
    </div>
  )
}
