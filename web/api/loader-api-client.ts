import { data } from 'react-router'
import type { ResponseOf, Endpoint, InputOf } from '#contract/endpoint.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { createApiClient } from '#web/api/request-services.ts'

/** What an error boundary reads when the API refused a page's data. */
export interface RouteErrorData {
  code: string
  title: string
  detail: string
}

/** `createApiClient` for what a page cannot do without: a refusal becomes the page's status and words, not a 500. */
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
 * For lists that a page can do without: one that cannot be read stays empty (specification, section 8), and the API has
 * logged why. A refusal is still the page's.
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
