import type { Context } from 'hono'
import { Refusal } from '#contract/refusals.ts'
import { readBytes } from '../platform/http/body.ts'
import type { Env } from '../platform/http/mount.ts'
import { auth } from './auth.ts'

/** A form that sends people back to us holds a few short fields. */
const formMax = 64 * 1024

/** The return from a social provider. */
export async function comeBack({ req: { raw } }: Context<Env>): Promise<Response> {
  const body = raw.method === 'POST' ? ((await readBytes(raw, formMax, 'body_too_large')) as BodyInit) : null
  return askLibrary(new Request(raw.url, { method: raw.method, headers: raw.headers, body }))
}

/** Hands a request to the account library. What it sends on goes out as it is; what it refuses is refused in our words. */
export async function askLibrary(request: Request): Promise<Response> {
  const answer = await auth.handler(request)
  if (answer.status >= 500) throw new Error(`the account library answered ${answer.status}`)
  if (answer.status === 404) throw new Refusal('not_found')
  if (answer.status >= 400)
    throw new Refusal('invalid_input', { problem: 'This link is not whole, or no longer good.' })
  const headers = new Headers(answer.headers)
  headers.set('cache-control', 'private, no-store')
  return new Response(answer.body, { status: answer.status, headers })
}
