import { data, redirect } from 'react-router'
import { deleteComment, postComment } from '#contract/comments.ts'
import { feature, unfeature } from '#contract/featured.ts'
import { deleteLike, putLike } from '#contract/likes.ts'
import { CallError } from '#web/api/call.ts'
import { apiOf } from '#web/api/context.ts'
import { paths, type Wanted } from '#web/paths.ts'
import type { Route } from '../+types/watch.ts'
import { actOnPerson } from '../follow-action.ts'

/** What the page's forms do where there is no script. */
export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const here = paths.watch(args.params.id)
  try {
    return redirect(here + (await act(args, form)))
  } catch (thrown) {
    if (!(thrown instanceof CallError)) throw thrown
    if (thrown.status === 401) return redirect(paths.login(here, wantedBy[textOf(form, 'intent')]))
    const commenting = form.get('intent') === 'comment'
    const answer = commenting
      ? {
          comment: {
            text: textOf(form, 'body'),
            problem: thrown.detail,
            asked: thrown.code === 'comment_ask',
          },
          problem: undefined,
        }
      : { comment: undefined, problem: thrown.detail }
    return data(answer, { status: thrown.status })
  }
}

const wantedBy: Record<string, Wanted> = {
  comment: { for: 'comment' },
  like: { for: 'like' },
  follow: { for: 'follow' },
}

/** Does it, and says which part of the page to show again. */
async function act(args: Route.ActionArgs, form: FormData): Promise<string> {
  const api = apiOf(args)
  const params = { id: args.params.id }
  switch (form.get('intent')) {
    case 'comment':
      await api(postComment, {
        params,
        body: { body: textOf(form, 'body'), ...(form.has('anyway') && { anyway: true }) },
      })
      return '#comments'
    case 'delete-comment':
      await api(deleteComment, { params: { id: textOf(form, 'comment') } })
      return '#comments'
    case 'follow':
    case 'unfollow':
      await actOnPerson(api, form)
      return ''
    case 'like':
      await api(putLike, { params })
      return ''
    case 'unlike':
      await api(deleteLike, { params })
      return ''
    case 'feature':
      await api(feature, { params })
      return ''
    case 'unfeature':
      await api(unfeature, { params })
      return ''
    default:
      return ''
  }
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
