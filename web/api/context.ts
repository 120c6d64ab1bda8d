import { createContext } from 'react-router'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { callWith, type Fetch } from './call.ts'

/** What the server hands to loaders and actions for one request. */
export interface ServerServices {
  /** The API, answered in-process, with this visitor's cookies and address. */
  fetch: Fetch
  /** For the Content-Security-Policy; every script tag of the page carries it. */
  nonce: string
  /** `https://afterbell.example`, for absolute URLs in Open Graph tags. */
  publicUrl: string
}

export const services = createContext<ServerServices>()

interface HasContext {
  context: { get(key: typeof services): ServerServices }
}

/** `const api = apiOf(args)` in a loader or action; then `await api(getContent, { params: { id } })`. */
export function apiOf({ context }: HasContext) {
  const { fetch } = context.get(services)
  return <E extends Endpoint>(declared: E, input: InputOf<E>) => callWith(fetch, declared, input)
}
