import type { ZodType, z } from 'zod'

/**
 * One call between browser and server, declared once. The router, the OpenAPI document, the typed
 * client, server rendering and the tests all read it. Path parameters are written `{id}`.
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
  /** Takes the header `Idempotency-Key`: whoever is signed in and sends it again with the same key gets the first answer, and nothing is done twice. */
  idempotent?: true
}

/** How long a key is known. */
export const idempotencyKeyHours = 24

/** Declares an endpoint and keeps its exact types. */
export function defineEndpoint<
  Params extends ZodType = z.ZodUndefined,
  Query extends ZodType = z.ZodUndefined,
  Body extends ZodType = z.ZodUndefined,
  Answer extends ZodType = z.ZodUndefined,
>(declared: Endpoint<Params, Query, Body, Answer>) {
  return declared
}

type Part<Name extends string, Value> = [Value] extends [undefined] ? unknown : { [K in Name]: Value }

/** What a caller hands in: only the parts that the endpoint declares. */
export type InputOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, ZodType>
    ? Part<'params', z.input<P>> & Part<'query', z.input<Q>> & Part<'body', z.input<B>>
    : never

/** What the server gets after parsing. */
export type ParsedInputOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, ZodType>
    ? { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
    : never

export type ResponseOf<E> = E extends Endpoint<ZodType, ZodType, ZodType, infer A> ? z.output<A> : never

/** `/api/content/{id}` and `{ id }` make `/api/content/0198…`; query values of undefined are left out. */
export function endpointPath(
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
