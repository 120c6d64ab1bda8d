import { lazy, useState } from 'react'
import { isRouteErrorResponse, useLocation, useRevalidator } from 'react-router'
import { preload } from 'react-dom'
import { getContent, getRelated } from '#contract/content.ts'
import { listComments } from '#contract/comments.ts'
import { useAuth } from '#web/features/auth.tsx'
import { CommentsPanel } from '#web/features/comments/panel.tsx'
import { useComments } from '#web/features/comments/use-comments.ts'
import { useLike } from '#web/features/like-button/use-like.ts'
import { cameByHand, sourceOf, startAt } from '#web/features/player/source.ts'
import { paths } from '#web/paths.ts'
import { Player } from '#web/player/load.tsx'
import { shownOnStage, srcSet } from '#web/ui/pictures.ts'
import type { Route } from './+types/watch.ts'
import { askOf, listsOf } from './ask.ts'
import { metaOf } from './meta.ts'
import { Trouble, wordsOf } from './trouble.tsx'
import { useReport } from './use-report.tsx'
import { About } from './watch/about.tsx'
import { asChosen } from './watch/ads-choice.ts'
import { NotThere } from './watch/not-there.tsx'
import { Processing } from './watch/processing.tsx'
import { Related } from './watch/related.tsx'
import { useLive } from './watch/use-live.ts'
import { outsideTags } from './watch/outside.ts'
import { ownStream } from './watch/own-stream.ts'
import { beginningsOf } from './watch/beginnings.ts'
import { TakenDown } from './watch/taken-down.tsx'
import { trailerOf } from './watch/trailer.ts'
import { words } from '#web/words/watch.ts'
import './watch/watch.css'
import { whenOnline } from '#web/ui/when-online.ts'

export { action } from './watch/action.ts'

// Nothing of it is needed before the first frame.
const Company = lazy(whenOnline(() => import('#web/features/player/company.tsx')))
const Choices = lazy(whenOnline(() => import('#web/features/player/choices.tsx')))

export async function loader(args: Route.LoaderArgs) {
  const ask = askOf(args)
  const list = listsOf(args)
  const { id } = args.params
  // The item first: its live_cursor must be older than the comments, or one posted in between would be missed.
  const item = asChosen(await ask(getContent, { params: { id } }), args.request)
  if (item.moderation === 'removed') return { item, ...nothingBeside }
  const [comments, related, stream, trailerSrc, beginnings] = await Promise.all([
    list(
      listComments,
      { params: { id }, query: {} },
      { items: [], next_cursor: null, may_comment: 'yes' as const },
    ),
    list(getRelated, { params: { id } }, { items: [] }),
    ownStream(args, item),
    trailerOf(args, item),
    beginningsOf(args, item),
  ])
  return {
    item,
    comments,
    related: related.items,
    stream,
    trailerSrc,
    beginnings,
    outside: outsideTags(args, item),
  }
}

/** Of what was taken down there is its title for its owner, and why. */
const nothingBeside = {
  comments: { items: [], next_cursor: null, may_comment: 'nobody' as const },
  related: [],
  stream: null,
  trailerSrc: null,
  beginnings: [],
  outside: [],
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return []
  const { item, outside } = args.loaderData
  const { title, description, cover_url, creator, indexable } = item
  const tags = metaOf(args, {
    title,
    description: description.slice(0, 200) || words.videoBy(creator.display_name || words.nobody),
    image: cover_url,
    type: 'video.other',
    noindex: !indexable,
  })
  return [...tags, ...outside]
}

export default function WatchPage({ loaderData, actionData }: Route.ComponentProps) {
  const { me } = useAuth()
  if (loaderData.item.moderation === 'removed') return <TakenDown item={loaderData.item} />
  // Another video, or another viewer, is another page: nothing of the one before stays.
  return <Watching key={`${loaderData.item.id} ${me?.id}`} {...loaderData} answer={actionData} />
}

type Data = Awaited<ReturnType<typeof loader>>

function Watching({
  item,
  comments: firstComments,
  related,
  stream,
  trailerSrc,
  beginnings,
  answer,
}: Data & { answer: ActionAnswer }) {
  const { me } = useAuth()
  const { pathname, search } = useLocation()
  const { revalidate } = useRevalidator()
  const [autoPlay] = useState(cameByHand)
  const comments = useComments(item.id, firstComments)
  const like = useLike(item, me !== null, paths.login(pathname, { for: 'like' }))
  const [report, reportDialog] = useReport(me !== null)
  const live = useLive(item, stream, {
    comment: comments.arrived,
    comment_deleted: ({ id }) => comments.left(id),
    counts: ({ likes_count }) => like.counted(likes_count),
    renditions: () => {
      // The stream, or the poster that came after it, is not on this page yet.
      if (!item.stream_url || !item.cover_url) void revalidate()
    },
    gone: () => void revalidate(),
    reset: () => {
      comments.startAfresh()
      void revalidate()
    },
  })
  if (item.cover_url)
    preload(item.cover_url, {
      as: 'image',
      fetchPriority: 'high',
      imageSrcSet: srcSet(item.cover_url),
      imageSizes: shownOnStage(item),
    })
  const ready = item.stream_url !== null
  return (
    <div className="page-inside watch" data-hue={item.content_type}>
      <div className="watch-main">
        {ready && (
          <Player
            {...sourceOf(item)}
            className="watch-stage"
            hasTheatre
            ads={item.ads}
            startAt={startAt(search)}
            trailerSrc={trailerSrc}
            beginnings={beginnings}
            renditions={live.renditions}
            autoPlay={autoPlay}
            beside={<Company item={item} next={related[0]} />}
            menu={<Choices hasNext={related.length > 0} />}
          />
        )}
        {live.stream && !(ready && live.stream.percent >= 100) && (
          <Processing stream={live.stream} ready={ready} />
        )}
        <About
          item={item}
          like={like}
          problem={answer?.problem}
          isStaff={me !== null && me.role !== 'user'}
          onReport={() => report({ subject: 'content', id: item.id })}
        />
        <CommentsPanel
          comments={comments}
          count={live.commentsCount}
          me={me}
          here={pathname}
          onReport={(id) => report({ subject: 'comment', id })}
          answer={answer?.comment}
        />
      </div>
      <Related items={related} />
      {reportDialog}
    </div>
  )
}

type ActionAnswer = Route.ComponentProps['actionData']

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotThere />
  return <Trouble {...wordsOf(error)} />
}
