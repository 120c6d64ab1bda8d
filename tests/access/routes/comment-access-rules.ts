import { fixtureCommentAuthors } from '#tests/support/access-fixtures/fixture-types.ts'
import {
  expectedCommentApprovalAccess,
  expectedCommentDeleteAccess,
  expectedCommentReadAccess,
  expectedCreatorReactionAccess,
  expectedRepliesAccess,
  expectedWatchAccess,
  isStaffActor,
} from './expected-access.ts'
import {
  type CommentAccessRule,
  createItemAccessRule,
  createJsonRequestInit,
  type RouteAccessRule,
} from './route-access-rule.ts'

/** Access rules for comments. */
export const commentAccessRules: Record<string, RouteAccessRule> = {
  'GET /api/content/{id}/comments': createItemAccessRule({
    allowed: expectedWatchAccess,
    send: ({ id }) => `/api/content/${id}/comments`,
  }),
  'POST /api/content/{id}/comments': createItemAccessRule({
    allowed: expectedWatchAccess,
    requires: 'active',
    expected: 201,
    forbiddenError: (actor, name) => {
      if (isStaffActor(actor)) return 'staff_silent'
      const isStranger = actor !== 'owner' && actor !== 'follower'
      return name === 'limited' && isStranger ? 'comments_followers' : undefined
    },
    send: ({ id }) => [`/api/content/${id}/comments`, createJsonRequestInit('POST', { body: 'So good' })],
  }),
  'GET /api/content/{id}/mention-suggestions': createItemAccessRule({
    allowed: expectedWatchAccess,
    requires: 'active',
    send: ({ id }) => `/api/content/${id}/mention-suggestions?q=`,
  }),
  'GET /api/comments/{id}/replies': {
    about: 'comment',
    allowed: expectedRepliesAccess,
    missing: 'comment_not_found',
    send: ({ id }) => `/api/comments/${id}/replies`,
  },
  'PUT /api/comments/{id}/like': likeComment('PUT'),
  'DELETE /api/comments/{id}/like': likeComment('DELETE'),
  'PUT /api/comments/{id}/pin': reactAsCreator('PUT', 'pin'),
  'DELETE /api/comments/{id}/pin': reactAsCreator('DELETE', 'pin'),
  'PUT /api/comments/{id}/heart': reactAsCreator('PUT', 'heart'),
  'DELETE /api/comments/{id}/heart': reactAsCreator('DELETE', 'heart'),
  'PUT /api/comments/{id}/decision': {
    about: 'comment',
    allowed: expectedCommentApprovalAccess,
    requires: 'active',
    missing: 'comment_not_found',
    expected: 204,
    consumesResource: true,
    send: ({ id }) => [`/api/comments/${id}/decision`, createJsonRequestInit('PUT', { decision: 'approve' })],
  },
  'PATCH /api/comments/{id}': {
    about: 'comment',
    allowed: expectedCommentDeleteAccess,
    requires: 'active',
    missing: 'comment_not_found',
    expected: 200,
    forbiddenError: (actor, name) => {
      if (fixtureCommentAuthors[name] !== actor) return 'forbidden'
      return name === 'held' ? 'comment_in_review' : undefined
    },
    send: ({ id }) => [`/api/comments/${id}`, createJsonRequestInit('PATCH', { body: 'Even better' })],
  },
  'DELETE /api/comments/{id}': {
    about: 'comment',
    allowed: expectedCommentDeleteAccess,
    requires: 'active',
    missing: 'comment_not_found',
    expected: 204,
    consumesResource: true,
    forbiddenError: (actor, name) => (fixtureCommentAuthors[name] === actor ? undefined : 'forbidden'),
    send: ({ id }) => [`/api/comments/${id}`, { method: 'DELETE' }],
  },
}

function likeComment(method: 'PUT' | 'DELETE'): CommentAccessRule {
  return {
    about: 'comment',
    allowed: expectedCommentReadAccess,
    requires: 'active',
    anonymousError: 'sign_in_to_like',
    missing: 'comment_not_found',
    send: ({ id }) => [`/api/comments/${id}/like`, { method }],
  }
}

function reactAsCreator(method: 'PUT' | 'DELETE', reaction: 'pin' | 'heart'): CommentAccessRule {
  return {
    about: 'comment',
    allowed: expectedCreatorReactionAccess,
    requires: 'active',
    missing: 'comment_not_found',
    expected: 204,
    send: ({ id }) => [`/api/comments/${id}/${reaction}`, { method }],
  }
}
