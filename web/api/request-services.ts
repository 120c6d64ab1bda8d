import { createContext } from 'react-router'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { callApiWith, type ApiFetch } from './api-client.ts'

/** What the server hands to loaders and actions for one request. */
export interface RequestServices {
  /** The API, answered in-process, with this visitor's cookies and address. */
  fetch: ApiFetch
  /** For the Content-Security-Policy; every script tag of the page carries it. */
  nonce: string
  /** `https://afterbell.example`, for absolute URLs in Open Graph tags. */
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
