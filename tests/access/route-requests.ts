import type { ApiErrorCode } from '#contract/errors/api-error.ts'
import type { TestUser } from '#tests/support/app/test-app.ts'
import { type NormalizedResponse, normalizeResponse } from './normalized-response.ts'
import type {
  FixtureActor,
  AccessFixtures,
  FixtureItem,
} from '#tests/support/access-fixtures/fixture-types.ts'
import type { ItemAccessRule, RouteRequest } from './routes/route-access-rules.ts'

/** The expected status or error code, and whether the response may reveal that the resource exists. */
export function getExpectedRouteOutcome(
  row: ItemAccessRule,
  actor: FixtureActor,
  name: string,
): [should: number | ApiErrorCode, sees: boolean] {
  if (row.requires && (actor === 'anonymous' || actor === 'revoked'))
    return [row.anonymousError ?? 'not_signed_in', false]
  if (row.requires === 'active') {
    const isHidden = actor === 'owner' && (row.about as string) !== 'comment'
    if (actor === 'suspended' || (isHidden && name.endsWith('suspended'))) return ['account_suspended', false]
    if (isHidden && name.endsWith('leaving')) return ['account_leaving', false]
  }
  if (!(row.allowed as Record<string, readonly FixtureActor[]>)[name]!.includes(actor))
    return [row.missing, false]
  return [row.forbiddenError?.(actor, name as never) ?? row.expected ?? 200, true]
}

/** Returns the requests of an access rule as a list, even if the rule declares only one. */
export function buildRequestsForRule(
  row: ItemAccessRule,
  thing: FixtureItem,
  cast: AccessFixtures,
): RouteRequest[] {
  const sent = row.send(thing, cast)
  const isOne = typeof sent === 'string' || (typeof sent[1] === 'object' && !Array.isArray(sent[1]))
  return (isOne ? [sent] : sent) as RouteRequest[]
}

/**
 * Sends a request. Live update streams never end by themselves, so they are aborted after the headers have
 * arrived.
 */
export async function fetchNormalizedResponse(
  who: TestUser,
  sent: RouteRequest,
  ids: string[] = [],
): Promise<NormalizedResponse> {
  const [path, init] = typeof sent === 'string' ? [sent, {}] : sent
  const stop = new AbortController()
  const response = await who.fetch(path, { ...init, signal: stop.signal })
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) stop.abort()
  return normalizeResponse(response, ids)
}
