import { useEffect, useReducer, useRef } from 'react'
import {
  type Comment,
  putCommentDecision,
  deleteComment,
  listComments,
  postComment,
} from '#contract/engagement/comments.ts'
import { callApi, ApiCallError, sendApiBeacon } from '#web/api/api-client.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { useUndoableDeletions } from './use-undoable-deletions.ts'
import { commentThreadReducer, type CommentListPage, createCommentThread } from './comment-thread.ts'
import { commentMessages } from '#web/messages/watch/comments.ts'

/** Manages the comments of one video: the page's initial data, local changes and live updates. */
export function useComments(contentId: string, first: CommentListPage) {
  const [thread, change] = useReducer(commentThreadReducer, first, createCommentThread)
  const seen = useRef(first)
  const afresh = useRef(false)
  useEffect(() => {
    if (seen.current === first) return
    seen.current = first
    change({ kind: 'read', page: first, isReset: afresh.current })
    afresh.current = false
  }, [first])

  const deletions = useUndoableDeletions(async (id, isLeaving) => {
    if (isLeaving) await sendApiBeacon(deleteComment, { params: { id } })
    else if (!(await callOrNotify(commentMessages.notDeleted, () => deleteOrIgnoreMissing(id)))) return
    change({ kind: 'left', id })
  })

  return {
    ...thread,
    /** The ids of comments whose deletion can still be undone. */
    deleting: deletions.waiting,
    remove: deletions.begin,
    undo: deletions.undo,
    arrived: (comment: Comment) => change({ kind: 'arrived', comment }),
    left: (id: string) => change({ kind: 'left', id }),
    /**
     * Makes the page replace all comments when it next reloads its data. Called when the page has missed too
     * many live updates to catch up.
     */
    startAfresh: () => {
      afresh.current = true
    },
    /** Whether the viewer can comment on the video, according to the page's latest data. */
    may: first.may_comment,
    /**
     * Posts a comment. Returns `posted` if the comment was posted, or `{ ask: question }` if the text needs
     * confirmation. If posting the comment fails, shows a toast and returns `refused`. The text stays in the
     * box unless the comment was posted.
     */
    post: async (body: string, anyway: boolean): Promise<PostCommentResult> => {
      let question: string | undefined
      const comment = await callOrNotify(commentMessages.notPosted, async () =>
        callApi(postComment, { params: { id: contentId }, body: { body, ...(anyway && { anyway }) } }).catch(
          (thrown: unknown) => {
            if (!(thrown instanceof ApiCallError) || thrown.code !== 'comment_ask') throw thrown
            question = thrown.detail
          },
        ),
      )
      if (comment) change({ kind: 'arrived', comment })
      return question ? { ask: question } : comment ? 'posted' : 'refused'
    },
    /** Approves or removes a comment that is held for approval on the viewer's own video. */
    decide: async (comment: Comment, decision: 'approve' | 'remove') => {
      const done = await callOrNotify(commentMessages.notDecided, async () => {
        await callApi(putCommentDecision, { params: { id: comment.id }, body: { decision } })
        return true
      })
      if (!done) return
      const { held: _, ...approved } = comment
      change(
        decision === 'approve' ? { kind: 'arrived', comment: approved } : { kind: 'left', id: comment.id },
      )
    },
    older: async () => {
      const page = await callOrNotify(commentMessages.notLoaded, () =>
        callApi(listComments, { params: { id: contentId }, query: { cursor: thread.cursor ?? undefined } }),
      )
      if (page) change({ kind: 'older', page })
    },
  }
}

export type PostCommentResult = 'posted' | 'refused' | { ask: string }

export type UseCommentsResult = ReturnType<typeof useComments>

/** Deletes a comment. If the comment no longer exists, the deletion counts as successful. */
async function deleteOrIgnoreMissing(id: string): Promise<true> {
  await callApi(deleteComment, { params: { id } }).catch((thrown: unknown) => {
    if (!(thrown instanceof ApiCallError) || thrown.status !== 404) throw thrown
  })
  return true
}

async function callOrNotify<Answer>(
  failure: string,
  act: () => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await act()
  } catch (thrown) {
    showToast.error(failure, thrown instanceof ApiCallError ? thrown.detail : undefined)
    return undefined
  }
}
