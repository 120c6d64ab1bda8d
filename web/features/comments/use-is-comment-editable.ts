import { useCallback, useSyncExternalStore } from 'react'
import type { Comment } from '#contract/engagement/comments.ts'
import { commentEditMinutes } from '#contract/engagement/comment-limits.ts'

/**
 * Returns whether the author can still edit a comment. Before hydration, the result is false, because the
 * time limit for editing could expire between server rendering and hydration.
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
