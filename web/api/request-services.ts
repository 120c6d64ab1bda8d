import { createContext } from 'react-router'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { callApiWith, type ApiFetch } from './api-client.ts'

/** What the server passes to loaders and actions for one request. */
export interface RequestServices {
  /** The API, called in-process with the visitor's cookies and IP address. */
  fetch: ApiFetch
  /** The Content-Security-Policy nonce for the page's script tags. */
  nonce: string
  /** For example `https://afterbell.example`; used for absolute URLs in Open Graph tags. */
  publicUrl: string
}

export const requestServices = createContext<RequestServices>()

interface RequestWithContext {
  context: { get(key: typeof requestServices): RequestServices }
}

/** `const api = createApiClient(args)` in a loader or action; then `await api(getContent, { params: { id } })`. */
export function createApiClient({ context }: RequestWithContext) {
  const { fetch } = context.get(requestServices)
  return <E extends Endpoint>(declared: E, input: InputOf<E>) => callApiWith(fetch, declared, input)
}
