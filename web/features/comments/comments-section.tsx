import { lazy, memo, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { deferUntilInteraction } from '#web/network/deferred-import.ts'
import { recordInteractionForReplay } from '#web/network/interaction-replay.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'
import {
  type CommentsPanelUpdates,
  createCommentsPanelUpdates,
  type InitialComments,
} from './comments-panel-updates.ts'
import './comments.css'

const panel = deferUntilInteraction(retryWhenOnline(() => import('./comments-panel.tsx')))

// The server renders the comments panel as part of the page. The browser keeps this HTML until the code for
// the panel has loaded.
const CommentsPanel = import.meta.env.SSR
  ? (await import('./comments-panel.tsx')).CommentsPanel
  : lazy(() => panel.load().then((module) => ({ default: module.CommentsPanel })))

/** Creates the feed through which the page passes changes to `CommentsSection`. */
export function useCommentsPanelUpdates(initial: InitialComments): CommentsPanelUpdates {
  const [feed] = useState(() => createCommentsPanelUpdates(initial, panel.start))
  const { page } = initial
  useEffect(() => feed.reload(page), [feed, page])
  const { state } = useNavigation()
  const { key } = useLocation()
  feed.rendered(`${key} ${state}`)
  return feed
}

interface Props {
  feed: CommentsPanelUpdates
  /** The path of this page, to which the user returns after signing in. */
  currentPath: string
  onReport: (target: { subject: 'comment'; id: string }) => void
}

/** The comments on a video. The props must not change while the code for the panel is being loaded. */
export const CommentsSection = memo(function CommentsSection(props: Props) {
  const section = useRef<HTMLElement>(null)
  const finishLoading = useRef(() => {})
  useEffect(() => {
    finishLoading.current = recordInteractionForReplay(section.current!)
    return () => finishLoading.current()
  }, [])
  return (
    <section id="comments" aria-labelledby="comments-title" className="comments" ref={section}>
      <Suspense>
        <CommentsPanel {...props} finishLoading={finishLoading} />
      </Suspense>
    </section>
  )
})
