import { z } from 'zod'

/**
 * Who can comment on a video. A video cannot allow more people to comment than the safety settings of the
 * creator's account do.
 */
export const commentModes = ['everyone', 'followers', 'held', 'off'] as const

export const CommentMode = z.enum(commentModes).meta({
  description:
    'Who can comment on the video, within the limits of the creator’s safety settings. `held`: every comment waits for the creator’s approval. `off`: nobody can comment, and the existing comments are hidden from everyone except the creator.',
})
export type CommentMode = z.output<typeof CommentMode>

/**
 * Whether the viewer can comment: `yes`, `held` (yes, but the creator must approve the comment), or the
 * reason why the viewer cannot comment.
 */
export const CommentPermission = z.enum(['yes', 'held', 'followers', 'nobody', 'off', 'staff']).meta({
  description:
    '`nobody`: the creator’s account accepts no comments. `off`: comments on this video are off, and only the creator sees the existing ones.',
})
export type CommentPermission = z.output<typeof CommentPermission>

/** How a list of comments is sorted. */
export const commentSortOrders = ['newest', 'top'] as const
export type CommentSortOrder = (typeof commentSortOrders)[number]
