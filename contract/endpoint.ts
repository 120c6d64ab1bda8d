import type { ZodType, z } from 'zod'

/**
 * The declaration of an HTTP endpoint. The router, the OpenAPI document, the typed client, server rendering
 * and the tests all use this declaration. Path parameters are written in braces, for example `{id}`.
 */
export interface Endpoint<
  Params extends ZodType = ZodType,
  Query extends ZodType = ZodType,
  Body extends ZodType = ZodType,
  Answer extends ZodType = ZodType,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  summary: string
  tag: string
  status?: 200 | 201 | 202 | 204
  params?: Params
  query?: Query
  body?: Body
  response: Answer
  /**
   * Whether the endpoint accepts the `Idempotency-Key` header. A signed-in client that retries with the same
   * key gets the first response again, and the request runs only once.
   */
  idempotent?: true
}

/** The number of hours for which the server remembers an idempotency key. */
export const idempotencyKeyLifetimeHours = 24

/** Declares an endpoint and preserves the exact types of the declaration. */
export function defineEndpoint<
  Params extends ZodType = z.ZodUndefined,
  Query extends ZodType = z.ZodUndefined,
  Body extends ZodType = z.ZodUndefined,
  Answer extends ZodType = z.ZodUndefined,
>(declared: Endpoint<Params, Query, Body, Answer>) {
  return declared
}

type Part<Name extends string, Value> = [Value] extends [undefined] ? unknown : { [K in Name]: Value }

/** The input that a caller passes to an endpoint: params, query and body, if the endpoint declares them. */
export type InputOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, ZodType>
    ? Part<'params', z.input<P>> & Part<'query', z.input<Q>> & Part<'body', z.input<B>>
    : never

/** The parsed params, query and body of a request. */
export type ParsedInputOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, ZodType>
    ? { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
    : never

export type ResponseOf<E> = E extends Endpoint<ZodType, ZodType, ZodType, infer A> ? z.output<A> : never

/**
 * Builds the URL path and query string of a request: `/api/content/{id}` becomes `/api/content/0198…`. Omits
 * undefined query values.
 */
export function buildEndpointPath(
  declared: Pick<Endpoint, 'path'>,
  input: { params?: Record<string, unknown>; query?: Record<string, unknown> },
): string {
  const path = declared.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined) query.set(name, String(value))
  return query.size ? `${path}?${query}` : path
}
