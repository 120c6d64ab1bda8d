import { useEffect, useReducer, useRef } from 'react'
import { type Comment, decideComment, deleteComment, listComments, postComment } from '#contract/comments.ts'
import { call, CallError, tell } from '#web/api/call.ts'
import { notify } from '#web/ui/notify.ts'
import { useDeletions } from './use-deletions.ts'
import { changeThread, type CommentPage, startThread } from './thread.ts'
import { words } from '#web/words/comments.ts'

/** The thread of an item: what the page was made with, plus what is done here and what live updates bring. */
export function useComments(contentId: string, first: CommentPage) {
  const [thread, change] = useReducer(changeThread, first, startThread)
  const seen = useRef(first)
  const afresh = useRef(false)
  useEffect(() => {
    if (seen.current === first) return
    seen.current = first
    change({ kind: 'read', page: first, afresh: afresh.current })
    afresh.current = false
  }, [first])

  const deletions = useDeletions(async (id, isLeaving) => {
    if (isLeaving) tell(deleteComment, { params: { id } })
    else if (!(await tryTo(words.notDeleted, () => erase(id)))) return
    change({ kind: 'left', id })
  })

  return {
    ...thread,
    /** Ids of those that are being deleted, and can still be had back. */
    deleting: deletions.waiting,
    remove: deletions.begin,
    undo: deletions.undo,
    arrived: (comment: Comment) => change({ kind: 'arrived', comment }),
    left: (id: string) => change({ kind: 'left', id }),
    /** The next reading of the page's data replaces everything: too much was missed. */
    startAfresh: () => {
      afresh.current = true
    },
    /** Whether the viewer may comment here; of a reading of the page's data. */
    may: first.may_comment,
    /**
     * `posted`; `ask` with the question where something about the text is asked once; else a toast. The writer keeps the text
     * (ruling 31).
     */
    post: async (body: string, anyway: boolean): Promise<Posted> => {
      let question: string | undefined
      const comment = await tryTo(words.notPosted, async () =>
        call(postComment, { params: { id: contentId }, body: { body, ...(anyway && { anyway }) } }).catch(
          (thrown: unknown) => {
            if (!(thrown instanceof CallError) || thrown.code !== 'comment_ask') throw thrown
            question = thrown.detail
          },
        ),
      )
      if (comment) change({ kind: 'arrived', comment })
      return question ? { ask: question } : comment ? 'posted' : 'refused'
    },
    /** One's own video: a comment that waits is let be seen, or taken away. */
    decide: async (comment: Comment, decision: 'approve' | 'remove') => {
      const done = await tryTo(words.notDecided, async () => {
        await call(decideComment, { params: { id: comment.id }, body: { decision } })
        return true
      })
      if (!done) return
      const { held: _, ...approved } = comment
      change(
        decision === 'approve' ? { kind: 'arrived', comment: approved } : { kind: 'left', id: comment.id },
      )
    },
    older: async () => {
      const page = await tryTo(words.notLoaded, () =>
        call(listComments, { params: { id: contentId }, query: { cursor: thread.cursor ?? undefined } }),
      )
      if (page) change({ kind: 'older', page })
    },
  }
}

export type Posted = 'posted' | 'refused' | { ask: string }

export type Comments = ReturnType<typeof useComments>

/** Gone already is as good. */
async function erase(id: string): Promise<true> {
  await call(deleteComment, { params: { id } }).catch((thrown: unknown) => {
    if (!(thrown instanceof CallError) || thrown.status !== 404) throw thrown
  })
  return true
}

async function tryTo<Answer>(failure: string, act: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await act()
  } catch (thrown) {
    notify.bad(failure, thrown instanceof CallError ? thrown.detail : undefined)
    return undefined
  }
}
