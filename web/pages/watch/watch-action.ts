import { data, redirect } from 'react-router'
import { deleteComment, postComment } from '#contract/engagement/comments.ts'
import { featureContent, unfeatureContent } from '#contract/moderation/featured-content.ts'
import { deleteLike, putLike } from '#contract/engagement/likes.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import { pagePaths, type SignInPurpose } from '#web/paths.ts'
import type { Route } from './+types/watch-page.ts'
import { handleRelationshipAction } from '../people/relationship-action.ts'

/** Handles the forms on the watch page when they are submitted without JavaScript. */
export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const here = pagePaths.watch(args.params.id)
  try {
    return redirect(here + (await runWatchIntent(args, form)))
  } catch (thrown) {
    if (!(thrown instanceof ApiCallError)) throw thrown
    if (thrown.status === 401)
      return redirect(pagePaths.signIn(here, signInPurposeByIntent[getFormValue(form, 'intent')]))
    const commenting = form.get('intent') === 'comment'
    const answer = commenting
      ? {
          comment: {
            text: getFormValue(form, 'body'),
            problem: thrown.detail,
            asked: thrown.code === 'comment_ask',
          },
          problem: undefined,
        }
      : { comment: undefined, problem: thrown.detail }
    return data(answer, { status: thrown.status })
  }
}

const signInPurposeByIntent: Record<string, SignInPurpose> = {
  comment: { for: 'comment' },
  like: { for: 'like' },
  follow: { for: 'follow' },
}

/**
 * Performs the action that a form requests, and returns the anchor of the section to which the page scrolls.
 */
async function runWatchIntent(args: Route.ActionArgs, form: FormData): Promise<string> {
  const api = createApiClientFromContext(args)
  const params = { id: args.params.id }
  switch (form.get('intent')) {
    case 'comment':
      await api(postComment, {
        params,
        body: { body: getFormValue(form, 'body'), ...(form.has('anyway') && { anyway: true }) },
      })
      return '#comments'
    case 'delete-comment':
      await api(deleteComment, { params: { id: getFormValue(form, 'comment') } })
      return '#comments'
    case 'follow':
    case 'unfollow':
      await handleRelationshipAction(api, form)
      return ''
    case 'like':
      await api(putLike, { params })
      return ''
    case 'unlike':
      await api(deleteLike, { params })
      return ''
    case 'feature':
      await api(featureContent, { params })
      return ''
    case 'unfeature':
      await api(unfeatureContent, { params })
      return ''
    default:
      return ''
  }
}

function getFormValue(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
