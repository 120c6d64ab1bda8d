/*
 * Hidden and missing resources must also be indistinguishable by timing. Response times are unreliable on a
 * busy machine, so the test compares the statements that the database runs. For a hidden resource, the
 * database must run the same statements in the same order as for a resource that never existed. The test also
 * checks the response times, with a generous tolerance.
 */
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { getExpectedRouteOutcome, fetchNormalizedResponse, buildRequestsForRule } from './route-requests.ts'
import { createAccessFixtures } from '#tests/support/access-fixtures/access-fixtures.ts'
import type {
  FixtureActor,
  AccessFixtures,
  FixtureItem,
} from '#tests/support/access-fixtures/fixture-types.ts'
import { type ItemAccessRule, routeAccessRules } from './routes/route-access-rules.ts'

const askers: FixtureActor[] = ['anonymous', 'stranger', 'pending', 'blocked', 'young', 'moderator']

const asked = new AsyncLocalStorage<string[]>()
const { query } = pg.Client.prototype

let cast: AccessFixtures

before(async () => {
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [what] = given as [string | { text: string }]
    asked.getStore()?.push(typeof what === 'string' ? what : what.text)
    return Reflect.apply(query as (...all: unknown[]) => unknown, this, given)
  } as typeof query
  cast = await createAccessFixtures()
})
after(async () => {
  pg.Client.prototype.query = query
  await cast.close()
})

let compared = 0
let most = 0

for (const [key, given] of Object.entries(routeAccessRules))
  for (const row of [given].flat())
    // Tests only routes that return an error for a missing resource. All other routes give the same response
    // for every resource, because they act on the actor's own account.
    if (
      ['item', 'person', 'comment'].includes(row.about) &&
      typeof (row as ItemAccessRule).missing === 'string'
    )
      test(`${key} runs the same database statements for hidden and for nonexistent resources`, () =>
        compare(key, row as never))

test('the timing test compares more than 500 responses', () => {
  console.log(`timing: ${compared.toLocaleString('en')} hidden responses, at most ${most} statements each`)
  assert.ok(compared > 500)
  assert.ok(most > 1, 'no statements were recorded')
})

async function compare(key: string, row: ItemAccessRule): Promise<void> {
  const tables: Record<string, object> = { item: cast.items, person: cast.people, comment: cast.comments }
  const things = tables[row.about] as Record<string, FixtureItem>
  for (const actor of askers) {
    const none = await statementsFor(row, actor, things['never']!)
    most = Math.max(most, none.length)
    for (const [name, thing] of Object.entries(things)) {
      if (name === 'never' || getExpectedRouteOutcome(row, actor, name)[1]) continue
      compared += 1
      assert.deepEqual(await statementsFor(row, actor, thing), none, `${key} for ${actor}: ${name}`)
    }
  }
}

async function statementsFor(
  row: ItemAccessRule,
  actor: FixtureActor,
  thing: FixtureItem,
): Promise<string[]> {
  const statements: string[] = []
  for (const one of buildRequestsForRule(row, thing, cast))
    await asked.run(statements, () => fetchNormalizedResponse(cast.actor(actor), one))
  return statements.filter((text) => !loadsMediaViewers.test(text))
}

/**
 * The statement that loads the viewers of media. It runs at most every five seconds, so it depends on the time, but not
 * on the resource (decisions/089).
 */
const loadsMediaViewers = /^select "sessions"\."id" as "session_id".*"sessions"\."token_hash"/s

test('requests for hidden and for nonexistent resources take equally long', async () => {
  const who = cast.actor('stranger')
  const { only_me, never } = cast.items
  const paths = (item: FixtureItem) => [
    `/api/content/${item.id}`,
    `/media/${item.playbackId}/master.m3u8`,
    `/api/content/${item.id}/comments`,
  ]
  for (const [at, hidden] of paths(only_me).entries()) {
    const took: Record<'hidden' | 'never', number[]> = { hidden: [], never: [] }
    // Alternates between hidden and nonexistent resources, so that other load on the machine affects both
    // equally.
    for (let turn = 0; turn < 60; turn += 1)
      for (const which of ['hidden', 'never'] as const)
        took[which].push(
          await millisecondsOf(() => who.fetch(which === 'hidden' ? hidden : paths(never)[at]!)),
        )
    const [one, other] = [median(took.hidden), median(took.never)]
    console.log(
      `timing: ${hidden.replace(/[\w-]{24,}/, '…')} hidden ${one.toFixed(1)} ms, nonexistent ${other.toFixed(1)} ms`,
    )
    assert.ok(Math.abs(one - other) < 5 + Math.min(one, other), `${hidden}: ${one} and ${other} ms`)
  }
})

async function millisecondsOf(act: () => Promise<Response>): Promise<number> {
  const from = performance.now()
  await (await act()).arrayBuffer()
  return performance.now() - from
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
}
