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

/**
 * For lists that a page can do without: one that cannot be read stays empty (specification, section 8), and the API has
 * logged why. A refusal is still the page's.
 */
export function listsOf(args: Parameters<typeof apiOf>[0]) {
  const ask = askOf(args)
  return async <E extends Endpoint, Empty>(
    declared: E,
    input: InputOf<E>,
    empty: Empty,
  ): Promise<AnswerOf<E> | Empty> => {
    try {
      return await ask(declared, input)
    } catch (thrown) {
      if (statusOf(thrown) >= 500) return empty
      throw thrown
    }
  }
}

function statusOf(thrown: unknown): number {
  return (thrown as { init?: { status?: number } | null }).init?.status ?? 0
}

export function problemOf({ code, title, detail }: CallError): Problem {
  return { code, title, detail }
}
