import { createContext } from 'react-router'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { callApiWithFetch, type ApiFetch } from './api-client.ts'

/** The services that the server provides to the loaders and actions of one request. */
export interface RequestServices {
  /** Calls the API in-process, with the visitor's cookies and IP address. */
  fetch: ApiFetch
  /** The Content-Security-Policy nonce for the page's script tags. */
  nonce: string
  /**
   * The site's public origin, such as `https://afterbell.example`. The absolute URLs in Open Graph tags start
   * with this origin.
   */
  publicUrl: string
}

export const requestServicesContext = createContext<RequestServices>()

interface RequestWithContext {
  context: { get(key: typeof requestServicesContext): RequestServices }
}

/**
 * Creates an API client for a loader or action. Call the client with an endpoint and its input, for example
 * `await api(getContent, { params: { id } })`.
 */
export function createApiClientFromContext({ context }: RequestWithContext) {
  const { fetch } = context.get(requestServicesContext)
  return <E extends Endpoint>(declared: E, input: InputOf<E>) => callApiWithFetch(fetch, declared, input)
}
