import { data } from 'react-router'
import type { AnswerOf, Endpoint, InputOf } from '#contract/endpoint.ts'
import { CallError } from '#web/api/call.ts'
import { apiOf } from '#web/api/context.ts'

/** What an error boundary reads when the API refused a page's data. */
export interface Problem {
  code: string
  title: string
  detail: string
}

/** `apiOf` for what a page cannot do without: a refusal becomes the page's status and words, not a 500. */
export function askOf(args: Parameters<typeof apiOf>[0]) {
  const api = apiOf(args)
  return async <E extends Endpoint>(declared: E, input: InputOf<E>): Promise<AnswerOf<E>> => {
    try {
      return await api(declared, input)
    } catch (thrown) {
      if (!(thrown instanceof CallError)) throw thrown
      throw data(problemOf(thrown), { status: thrown.status })
    }
  }
}

export function problemOf({ code, title, detail }: CallError): Problem {
  return { code, title, detail }
}
