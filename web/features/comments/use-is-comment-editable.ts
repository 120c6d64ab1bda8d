import { useCallback, useSyncExternalStore } from 'react'
import type { Comment } from '#contract/engagement/comments.ts'
import { commentEditMinutes } from '#contract/engagement/comment-limits.ts'

/**
 * Returns whether the author can still edit a comment. The result is false until the page is hydrated, because the
 * time for editing could end between the rendering on the server and hydration.
 */
export function useIsCommentEditable({ created_at, held }: Comment): boolean {
  const end = Date.parse(created_at) + commentEditMinutes * 60_000
  const subscribe = useCallback(
    (change: () => void) => {
      const timer = setTimeout(change, Math.max(0, end - Date.now()))
      return () => clearTimeout(timer)
    },
    [end],
  )
  return useSyncExternalStore(
    subscribe,
    () => held !== 'moderators' && Date.now() < end,
    () => false,
  )
}
