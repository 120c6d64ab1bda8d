import { data } from 'react-router'
import type { ResponseOf, Endpoint, InputOf } from '#contract/endpoint.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'

/**
 * The error data that an error boundary receives when the API rejects a request sent by the page's loader.
 */
export interface RouteErrorData {
  code: string
  title: string
  detail: string
}

/**
 * Creates an API client for data that is required to show a page. If the API returns an error, the page
 * responds with the error's status instead of 500 and shows the error's message.
 */
export function createLoaderApiClient(args: Parameters<typeof createApiClientFromContext>[0]) {
  const api = createApiClientFromContext(args)
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
 * Creates an API client for optional lists: the page can be shown without them. If the API fails with a
 * server error, the page shows an empty list (specification, section 8). The server error is not logged here,
 * because the API has already logged it. If the API returns an error with a status below 500, the visitor
 * sees an error page.
 */
export function createLoaderApiClientForOptionalData(args: Parameters<typeof createApiClientFromContext>[0]) {
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
