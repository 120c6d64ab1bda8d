import { data } from 'react-router'
import type { ResponseOf, Endpoint, InputOf } from '#contract/endpoint.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { createApiClient } from '#web/api/request-services.ts'

/** What an error boundary receives when the API refuses a page's data. */
export interface RouteErrorData {
  code: string
  title: string
  detail: string
}

/**
 * `createApiClient` for data that a page needs: a refusal sets the page's status and error
 * text instead of causing a 500.
 */
export function createLoaderApiClient(args: Parameters<typeof createApiClient>[0]) {
  const api = createApiClient(args)
  return async <E extends Endpoint>(declared: E, input: InputOf<E>): Promise<ResponseOf<E>> => {
    try {
      return await api(declared, input)
    } catch (thrown) {
      if (!(thrown instanceof ApiCallError)) throw thrown
      throw data(toRouteErrorData(thrown), { status: thrown.status })
    }
  }
}

/**
 * For optional lists: a list that fails to load stays empty (specification, section 8), and the API has
 * logged the error. A refusal still becomes the page's error.
 */
export function createFallbackApiClient(args: Parameters<typeof createApiClient>[0]) {
  const ask = createLoaderApiClient(args)
  return async <E extends Endpoint, Empty>(
    declared: E,
    input: InputOf<E>,
    empty: Empty,
  ): Promise<ResponseOf<E> | Empty> => {
    try {
      return await ask(declared, input)
    } catch (thrown) {
      if (getThrownStatus(thrown) >= 500) return empty
      throw thrown
    }
  }
}

function getThrownStatus(thrown: unknown): number {
  return (thrown as { init?: { status?: number } | null }).init?.status ?? 0
}

export function toRouteErrorData({ code, title, detail }: ApiCallError): RouteErrorData {
  return { code, title, detail }
}
