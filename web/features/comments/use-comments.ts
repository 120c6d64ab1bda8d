import { useEffect, useReducer } from 'react'
import {
  type Comment,
  putCommentDecision,
  deleteComment,
  editComment,
  listComments,
  listReplies,
  postComment,
} from '#contract/engagement/comments.ts'
import type { CommentMode } from '#contract/engagement/comment-modes.ts'
import { callApi, ApiCallError, sendApiBeacon } from '#web/api/api-client.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { useUndoableDeletions } from './use-undoable-deletions.ts'
import type { CommentsPanelUpdates } from './comments-panel-updates.ts'
import { useCommentReactions } from './use-comment-reactions.ts'
import type { LoadedThread } from './thread-replies.ts'
import { commentListReducer, createCommentList, findComment } from './comment-list.ts'
import { commentMessages } from '#web/messages/watch/comments.ts'

/**
 * Manages the comments on one video: the page's initial data, local changes and live updates. `myId` is the
 * id of the signed-in user.
 */
export function useComments(feed: CommentsPanelUpdates, myId: string | undefined) {
  const { contentId, duration, isOwner, creator } = feed.initial
  const [list, change] = useReducer(commentListReducer, feed.initial, createCommentList)
  useEffect(() => feed.listen(change), [feed])

  const deletions = useUndoableDeletions(async (id, isLeaving) => {
    const isMine = findComment(list, id)?.user_id === myId
    if (isLeaving)
      await (isMine ? sendApiBeacon(deleteComment, { params: { id } }) : sendApiBeacon(...removal(id)))
    else if (!(await callOrNotify(commentMessages.notDeleted, () => deleteOrIgnoreMissing(id, isMine))))
      return
    change({ kind: 'left', id })
  })

  /**
   * Sends a comment to the server and shows the stored comment. If the server rejects the comment, a toast
   * says so, and the caller must keep the text in the text box.
   */
  const submit = async (failure: string, send: () => Promise<Comment>): Promise<SubmitCommentResult> => {
    let question: string | undefined
    const comment = await callOrNotify(failure, () =>
      send().catch((thrown: unknown) => {
        if (!(thrown instanceof ApiCallError) || thrown.code !== 'comment_ask') throw thrown
        question = thrown.detail
      }),
    )
    if (comment) change({ kind: 'arrived', comment, isMine: true })
    return question ? { ask: question } : comment ? 'posted' : 'refused'
  }

  const reactions = useCommentReactions((id, changed) =>
    change({ kind: 'reactions', id, reactions: changed }),
  )

  return {
    ...list,
    ...reactions,
    /** The length of the video in seconds, or null if it is unknown. */
    duration,
    /** True if the viewer owns the video and can therefore remove any comment on it. */
    isOwner,
    contentId,
    creatorName: creator.display_name || `@${creator.username}`,
    setMode: (mode: CommentMode) => change({ kind: 'mode', mode }),
    /** The ids of comments whose deletion can still be undone. */
    deleting: deletions.waiting,
    remove: deletions.begin,
    undo: deletions.undo,
    /** Posts a comment, or a reply to the comment with the id `replyTo`. */
    post: (body: string, anyway: boolean, replyTo?: string) =>
      submit(commentMessages.notPosted, () =>
        callApi(postComment, {
          params: { id: contentId },
          body: { body, ...(anyway && { anyway }), ...(replyTo && { reply_to: replyTo }) },
        }),
      ),
    /** Changes the text of the viewer's own comment. */
    edit: (id: string, body: string, anyway: boolean) =>
      submit(commentMessages.notSaved, () =>
        callApi(editComment, { params: { id }, body: { body, ...(anyway && { anyway }) } }),
      ),
    /** Approves or removes a comment that is waiting for approval on the viewer's own video. */
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
        callApi(listComments, {
          params: { id: contentId },
          query: { sort: list.sort, cursor: list.cursor ?? undefined },
        }),
      )
      if (page) change({ kind: 'older', page })
    },
    /** Loads more replies in a thread. */
    loadReplies: async ({ id, repliesCursor }: LoadedThread) => {
      const page = await callOrNotify(commentMessages.repliesNotLoaded, () =>
        callApi(listReplies, { params: { id }, query: { cursor: repliesCursor ?? undefined } }),
      )
      if (page) change({ kind: 'replies', threadId: id, page })
    },
  }
}

/** `ask` is a question that the author must answer with yes before the server accepts the comment. */
export type SubmitCommentResult = 'posted' | 'refused' | { ask: string }

export type UseCommentsResult = ReturnType<typeof useComments>

/** Sends the request that removes a comment from the viewer's own video. */
function removal(id: string) {
  return [putCommentDecision, { params: { id }, body: { decision: 'remove' } }] as const
}

/**
 * Deletes the viewer's own comment, or removes another comment from the viewer's video. A comment that no
 * longer exists counts as deleted.
 */
async function deleteOrIgnoreMissing(id: string, isMine: boolean): Promise<true> {
  const deleted = isMine ? callApi(deleteComment, { params: { id } }) : callApi(...removal(id))
  await deleted.catch((thrown: unknown) => {
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
