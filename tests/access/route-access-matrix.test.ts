/*
 * Tests every combination of route, actor and resource. The combinations come from route-access-rules.ts,
 * expected-access.ts and access-fixtures.ts. A request for a resource that the actor may not see must get the
 * same status, headers and body as a request for a resource that never existed.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { apiErrors } from '#contract/errors/error-table.ts'
import type { ApiErrorCode } from '#contract/errors/api-error.ts'
import { apiRoutes } from '#server/app.ts'
import type { TestUser } from '#tests/support/app/test-app.ts'
import {
  readErrorCode,
  assertNoPersonalData,
  type NormalizedResponse,
  findUndeclaredFields,
} from './normalized-response.ts'
import { getExpectedRouteOutcome, fetchNormalizedResponse, buildRequestsForRule } from './route-requests.ts'
import { createAccessFixtures } from '#tests/support/access-fixtures/access-fixtures.ts'
import {
  fixtureActors,
  type FixtureActor,
  type AccessFixtures,
  type FixtureItem,
} from '#tests/support/access-fixtures/fixture-types.ts'
import { createNonexistentRecord } from '#tests/support/access-fixtures/private-records.ts'
import { expectedModerationCaseAccess } from './routes/expected-access.ts'
import {
  type PeopleListAccessRule,
  type CommentAccessRule,
  type StaffAccessRule,
  type ItemAccessRule,
  type ContentListAccessRule,
  type ProfileAccessRule,
  type ModerationQueueAccessRule,
  type RouteAccessRule,
  routeAccessRules,
  type OwnAccountAccessRule,
} from './routes/route-access-rules.ts'

let cast: AccessFixtures
let cells = 0

before(async () => {
  cast = await createAccessFixtures()
})
after(() => cast.close())

const keys = apiRoutes.flatMap((route) =>
  route.kind === 'endpoint'
    ? [`${route.endpoint.method} ${route.endpoint.path}`]
    : route.methods.map((method) => `${method} ${route.path}`),
)
const endpoints = new Map<string, Endpoint>(
  apiRoutes.flatMap((route) =>
    route.kind === 'endpoint'
      ? [[`${route.endpoint.method} ${route.endpoint.path}`, route.endpoint] as const]
      : [],
  ),
)

test('every route of the server has an access rule', () => {
  const unsaid = keys.filter((key) => !routeAccessRules[key])
  assert.deepEqual(
    unsaid,
    [],
    'add a row for each to tests/access/routes/route-access-rules.ts: what it is about (an item, a person, a comment, a list, oneself), who may ' +
      '(access-rights.ts), what who may gets, and what is said when it is missing; or `nobody` with the reason why it is about nothing',
  )
  assert.deepEqual(
    Object.keys(routeAccessRules).filter((key) => !keys.includes(key)),
    [],
    'access rules for routes that no longer exist',
  )
})

for (const [key, given] of Object.entries(routeAccessRules))
  for (const row of [given].flat())
    if (row.about !== 'nobody')
      test(`${key} admits exactly the actors that its access rule allows`, () => walk(key, row))

test('the route access matrix has more than 2,000 combinations of route, actor and resource', () => {
  console.log(`matrix: ${keys.length} routes, ${cells.toLocaleString('en')} cells`)
  assert.ok(cells > 2000)
})

function walk(key: string, row: RouteAccessRule): Promise<void> {
  switch (row.about) {
    case 'item':
      return checkEach(key, row, cast.items as never)
    case 'person':
      return checkEach(key, row as never, cast.people as never)
    case 'comment':
      return checkEach(key, row as never, cast.comments as never)
    case 'paper':
      return checkEach(
        key,
        row as never,
        { theirs: cast.records[row.kind], never: createNonexistentRecord(row.kind) } as never,
      )
    case 'case':
      return checkEach(key, row as never, cast.cases as never)
    case 'list':
      return listed(key, row)
    case 'circle':
      return checkPeopleList(key, row)
    case 'queue':
      return checkQueue(key, row)
    case 'desk':
      return checkStaffRoute(key, row)
    case 'oneself':
      return checkOwnAccount(key, row)
    case 'nobody':
      return Promise.resolve()
  }
}

type Things = Record<string, FixtureItem>

/**
 * Requests the route for every resource as every actor, and checks the responses. Without access, the
 * response must equal the response for a nonexistent resource.
 */
async function checkEach(key: string, row: ItemAccessRule, things: Things): Promise<void> {
  for (const actor of fixtureActors) {
    const never = new Map<TestUser, Promise<NormalizedResponse[]>>()
    const askNever = (who: TestUser) => {
      if (!never.has(who)) never.set(who, ask(who, row, things['never']!))
      return never.get(who)!
    }
    await Promise.all(
      Object.entries(things).map(async ([name, thing]) => {
        const who = cast.actor(actor, ownerOf(row, name, thing))
        const [should, sees] = getExpectedRouteOutcome(row, actor, name)
        const isLet = should === (row.expected ?? 200)
        const asked = row.consumesResource && sees ? ((await cast.copyOf(thing)) as FixtureItem) : thing
        const responses = await ask(who, row, asked)
        cells += responses.length
        const where = `${key}: ${actor}, ${name}`
        responses.forEach((response, at) =>
          assertSame(response, should, responses[1] ? `${where}, the ${at}.` : where),
        )
        for (const response of responses) check(key, response, who)
        if (!sees)
          assert.deepEqual(responses, await askNever(who), `${where}: not the same as what never was`)
        if (isLet) row.verifyBody?.(JSON.parse(responses[0]!.body), actor, name as never, thing)
      }),
    )
    if (row.changesRelationships) await cast.reset()
  }
}

function ownerOf(
  row: ItemAccessRule | ProfileAccessRule | CommentAccessRule,
  name: string,
  thing: FixtureItem,
) {
  if ((row.about as string) === 'case') return undefined
  if (row.about === 'item') return thing.owner
  const owners = { private: 'priva', suspended: 'susan', leaving: 'leo' } as const
  return row.about === 'person' ? owners[name as keyof typeof owners] : undefined
}

async function ask(who: TestUser, row: ItemAccessRule, thing: FixtureItem): Promise<NormalizedResponse[]> {
  const { id, playbackId, streamId, uploadId, captionId, captionFile, offerId } = thing
  const ids = [id, playbackId, streamId, uploadId, captionId, captionFile, offerId].filter(Boolean)
  return Promise.all(
    buildRequestsForRule(row, thing, cast).map((one) => fetchNormalizedResponse(who, one, ids)),
  )
}

/** Checks that each list contains the expected usernames and no other username in the fixtures. */
async function checkPeopleList(key: string, { path, usernamesByActor }: PeopleListAccessRule): Promise<void> {
  for (const actor of fixtureActors) {
    const response = await fetchNormalizedResponse(cast.actor(actor), path)
    cells += 1
    if (actor === 'anonymous' || actor === 'revoked') {
      assertSame(response, 'not_signed_in', `${key}: ${actor}`)
      continue
    }
    assertSame(response, 200, `${key}: ${actor}`)
    check(key, response, cast.actor(actor))
    const { items, total } = JSON.parse(response.body) as { items: { username: string }[]; total: number }
    const names = items.map(({ username }) => username).toSorted()
    assert.deepEqual(names, usernamesByActor[actor] ?? [], `${key}: ${actor}`)
    assert.equal(total, names.length, `${key}: ${actor}, how many`)
  }
}

async function checkStaffRoute(key: string, row: StaffAccessRule): Promise<void> {
  const { allowed, path, init = {}, expected = 200 } = row
  for (const actor of fixtureActors) {
    const who = cast.actor(actor)
    const response = await fetchNormalizedResponse(who, [path, init])
    cells += 1
    assertSame(response, allowed.includes(actor) ? expected : 'not_found', `${key}: ${actor}`)
    check(key, response, who)
    if (allowed.includes(actor)) continue
    assert.deepEqual(
      response,
      await fetchNormalizedResponse(who, ['/api/mod/nothing-of-the-kind', init]),
      `${key}: ${actor}`,
    )
  }
}

/**
 * Checks that every path below /api/mod/ looks nonexistent to everybody except staff, and that the moderation
 * queue does not reveal the content of a case.
 */
async function checkQueue(key: string, row: ModerationQueueAccessRule): Promise<void> {
  for (const actor of fixtureActors) {
    const who = cast.actor(actor)
    const response = await fetchNormalizedResponse(who, row.send(cast) as string)
    cells += 1
    if (!expectedModerationCaseAccess.public.includes(actor)) {
      assertSame(response, 'not_found', `${key}: ${actor}`)
      assert.deepEqual(
        response,
        await fetchNormalizedResponse(who, '/api/mod/nothing-of-the-kind'),
        `${key}: ${actor}`,
      )
      continue
    }
    assertSame(response, 200, `${key}: ${actor}`)
    check(key, response, who)
    for (const [name, { id }] of Object.entries(cast.cases)) {
      const may =
        expectedModerationCaseAccess[name as keyof typeof expectedModerationCaseAccess].includes(actor)
      assert.equal(response.body.includes(id), may, `${key}: ${actor}, the case about ${name}`)
    }
    for (const { id, playbackId, words, name } of Object.values(cast.items))
      for (const text of [id, playbackId, ...words])
        assert.ok(!response.body.includes(text), `${key} tells ${actor} what the case about ${name} is about`)
  }
}

function assertSame(response: NormalizedResponse, should: number | ApiErrorCode, where: string): void {
  const status = typeof should === 'number' ? should : apiErrors[should].status
  const isPart = status === 200 && response.status === 206
  assert.ok(
    response.status === status || isPart,
    `${where}: ${response.status} instead of ${should}: ${response.body.slice(0, 200)}`,
  )
  if (typeof should === 'string' && response.body) assert.equal(readErrorCode(response), should, where)
}

/** Checks that the response contains only declared fields, and no name or email address of another person. */
function check(key: string, response: NormalizedResponse, who: TestUser): void {
  assertNoPersonalData(response.body, who.name)
  const endpoint = endpoints.get(key)
  if (endpoint && response.status < 300 && response.body)
    assert.deepEqual(
      findUndeclaredFields(endpoint.response, JSON.parse(response.body)),
      [],
      `${key} answers fields it does not declare`,
    )
}

async function listed(key: string, row: ContentListAccessRule): Promise<void> {
  for (const actor of fixtureActors) {
    const who = cast.actor(actor)
    const response = await fetchNormalizedResponse(who, row.send(cast))
    cells += 1
    if (row.requires && (actor === 'anonymous' || actor === 'revoked')) {
      assertSame(response, 'not_signed_in', `${key}: ${actor}`)
      continue
    }
    assertSame(response, 200, `${key}: ${actor}`)
    check(key, response, who)
    const things = Object.entries(cast.items)
    const seen = things.filter(([, { id, words }]) =>
      [id, ...words].some((text) => response.body.includes(text)),
    )
    const may = things.filter(([name, { owner }]) => {
      const isOwn = owner === 'ada' || actor !== 'owner'
      return isOwn && (row.allowed as Record<string, readonly FixtureActor[]>)[name]!.includes(actor)
    })
    const names = (some: typeof things) => some.map(([name]) => name)
    const tooMuch = seen.filter((one) => !may.includes(one))
    assert.deepEqual(names(tooMuch), [], `${key} shows ${actor} what is not for them`)
    if (row.shows === 'all')
      assert.deepEqual(names(seen), names(may), `${key} shows ${actor} all they may find`)
  }
}

async function checkOwnAccount(key: string, row: OwnAccountAccessRule): Promise<void> {
  for (const actor of fixtureActors) {
    const who = cast.actor(actor)
    const response = await fetchNormalizedResponse(who, row.send(cast))
    cells += 1
    const isNobody = actor === 'anonymous' || actor === 'revoked'
    assertSame(response, isNobody ? 'not_signed_in' : (row.expected ?? 200), `${key}: ${actor}`)
    check(key, response, who)
    for (const word of row.forbiddenWords?.(cast) ?? [])
      assert.ok(!response.body.includes(word), `${key} tells ${actor} of ${word}`)
  }
}
