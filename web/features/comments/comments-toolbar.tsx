import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { commentSortOrders, type CommentSortOrder } from '#contract/engagement/comment-modes.ts'
import { commentMessages } from '#web/messages/watch/comments.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'
import { Chip } from '#web/ui/controls/chip.tsx'
import type { UseCommentsResult } from './use-comments.ts'

// Only the creator of the video needs the menu for choosing who can comment.
const LazyCommentModeMenu = lazy(retryWhenOnline(() => import('./comment-mode-menu.tsx')))

/** The menu for the sort order and, if the viewer is the creator, the menu for choosing who can comment. */
export function CommentsToolbar({ comments }: { comments: UseCommentsResult }) {
  const { threads, sort, mode } = comments
  const { pathname, search } = useLocation()
  const isSortable = threads.length > 1 || sort === 'top'
  if (!isSortable && mode === null) return null
  return (
    <div className="comments-toolbar">
      {isSortable && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for form fields
        <div className="chips" role="group" aria-label={commentMessages.sort}>
          {commentSortOrders.map((choice) => (
            <Chip
              key={choice}
              pressed={choice === sort}
              link={<Link to={{ pathname, search: setSort(search, choice) }} replace preventScrollReset />}
            >
              {commentMessages.sorts[choice]}
            </Chip>
          ))}
        </div>
      )}
      {mode !== null && (
        <Suspense>
          <LazyCommentModeMenu comments={comments} mode={mode} />
        </Suspense>
      )}
    </div>
  )
}

/**
 * Returns the page's query string with the new sort order. Other query parameters, such as the playlist, are
 * unchanged.
 */
function setSort(search: string, sort: CommentSortOrder): string {
  const query = new URLSearchParams(search)
  if (sort === 'newest') query.delete('comments')
  else query.set('comments', sort)
  return query.toString()
}
