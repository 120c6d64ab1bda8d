import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { getSession } from '#contract/accounts/current-user.ts'
import { approveFollow, putFollow } from '#contract/people/follows.ts'
import { updateProfile } from '#contract/people/profiles.ts'
import { db } from '#server/platform/db/db.ts'
import { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { findInvariantViolations } from '#tests/support/cluster/invariants.ts'
import {
  type MultiProcessTestSite,
  startSharedMultiProcessTestSite,
} from '#tests/support/cluster/multi-process-test-site.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { startFlakyProxy, type FlakyProxy } from '#tests/support/servers/flaky-proxy.ts'
import { weightedOperations, uploadVideoOperation } from './random-operations.ts'
import { type ModelComparisonResult, compareStoredDataWithModel } from './compare-with-model.ts'
import { PossibleStoredValues } from './possible-stored-values.ts'
import { createSeededRandom } from '#tests/support/fixtures/seeded-random.ts'
import { type ReferenceModelPerson, ReferenceModel } from './reference-model.ts'

export interface ConsistencyCheckOptions {
  seed: number
  operations: number
  clients: number
  /** A fault is injected each time this many operations have been performed. */
  faultEvery: number
  /**
   * Each time this many faults have been injected, the run pauses and reads back a tenth of the written
   * values.
   */
  checkEvery?: number
  /** Receives progress messages. */
  report?: (line: string) => void
}

export interface ConsistencyResult {
  model: ReferenceModel
  faults: Map<string, number>
  reading: ModelComparisonResult
  /** The problems that `npm run admin -- verify` reports. */
  broken: string[]
  seconds: number
}

type FaultAction = (site: MultiProcessTestSite, line: FlakyProxy) => Promise<void>

const faultActions: [string, FaultAction][] = [
  ['connections reset', async (_, line) => line.cut()],
  [
    'kill -9 of the server',
    async (site) => {
      await site.web.kill()
      await site.restartWeb()
    },
  ],
  ['PostgreSQL restarted', (site) => endPostgres(site, 'SIGINT')],
  ['PostgreSQL crashed', (site) => endPostgres(site, 'SIGQUIT')],
]

/**
 * Clients perform random operations while faults are injected. At the end, every acknowledged write is read
 * back and checked.
 */
export async function runConsistencyCheck({
  seed,
  operations,
  clients,
  faultEvery,
  checkEvery = 10,
  report = () => {},
}: ConsistencyCheckOptions): Promise<ConsistencyResult> {
  const site = await startSharedMultiProcessTestSite({ role: 'all', ownPostgres: true })
  const line = await startFlakyProxy({ host: '127.0.0.1', port: site.web.port })
  const startedAt = performance.now()
  const model = new ReferenceModel()
  // Clients reach the site through a proxy that injects network failures.
  const over = `http://127.0.0.1:${line.port}`
  for (let n = 0; n < clients; n += 1)
    model.people.push(await createPersonInReferenceModel(await site.signUpMember(), n >= clients * 0.8, over))
  const reader = await site.signUpMember()
  for (const who of model.people) if (who.isPrivate) await approveReaderAsFollower(who, reader)
  for (const who of model.people.slice(0, Math.ceil(clients / 4)))
    await uploadVideoOperation(model, who, Math.random)
  const isShown = async ({ id }: { id: string }) => (await reader.fetch(`/api/content/${id}`)).ok
  await waitUntil(async () => (await Promise.all(model.items.map(isShown))).every(Boolean), 120)

  const rolls = model.people.map((_, n) => createSeededRandom(seed * 1000 + n))
  const faults = new Map<string, number>()
  const reading: ModelComparisonResult = { checked: 0, problems: [] }
  let broken = 0
  for (let end = 0; end < operations;) {
    end = Math.min(end + faultEvery * checkEvery, operations)
    const isOver = () => model.operations >= end
    const work = Promise.all(model.people.map((who, n) => runRandomClient(model, who, rolls[n]!, isOver)))
    for (; (broken + 0.5) * faultEvery < end; broken += 1) {
      await waitUntil(() => model.operations >= (broken + 0.5) * faultEvery, 600)
      const [name, breaks] = faultActions[broken % faultActions.length]!
      await breaks(site, line)
      faults.set(name, (faults.get(name) ?? 0) + 1)
    }
    await work
    // Waits until all videos are playable, because only the owner of a video can see it and its comments
    // until then.
    await waitUntil(() => isTranscodingIdle().catch(() => false), 180)
    const { checked, problems } = await compareStoredDataWithModel(model, reader, end < operations ? 0.1 : 1)
    reading.checked += checked
    reading.problems.push(...problems.map((what) => `after ${end}: ${what}`))
    report(`${model.operations} operations, ${checked} things read back`)
  }
  const invalid = await findInvariantViolations()
  await line.close()
  return { model, faults, reading, broken: invalid, seconds: (performance.now() - startedAt) / 1000 }
}

/** Creates the model's record of a signed-up person, whose requests go to the site at `url`. */
export async function createPersonInReferenceModel(
  visitor: HttpTestClient,
  isPrivate: boolean,
  url: string,
): Promise<ReferenceModelPerson> {
  const { me } = await visitor.call(getSession, {})
  if (isPrivate) await visitor.call(updateProfile, { body: { is_private: true } })
  const over = new HttpTestClient(url)
  for (const [name, value] of visitor.cookies) over.cookies.set(name, value)
  return { id: me!.id, visitor: over, isPrivate, username: new PossibleStoredValues(me!.username) }
}

/**
 * Makes the reader an approved follower of a person with a private profile. The reader must be able to see
 * everything when the writes are read back. No operation of the run removes the reader from that person's
 * followers.
 */
export async function approveReaderAsFollower(
  { id, visitor }: ReferenceModelPerson,
  reader: HttpTestClient,
): Promise<void> {
  const { me } = await reader.call(getSession, {})
  await reader.call(putFollow, { params: { id } })
  await visitor.call(approveFollow, { params: { id: me!.id } })
}

/** Performs one operation after another until the run is over. Waits 150 ms if the server is unavailable. */
export async function runRandomClient(
  model: ReferenceModel,
  who: ReferenceModelPerson,
  roll: () => number,
  isOver: () => boolean,
): Promise<void> {
  const all = weightedOperations.reduce((sum, [, , often]) => sum + often, 0)
  while (!isOver()) {
    let at = roll() * all
    const [name, deed] = weightedOperations.find(([, , often]) => (at -= often) < 0) ?? weightedOperations[0]!
    model.done.set(name, (model.done.get(name) ?? 0) + 1)
    const isThere = await deed(model, who, roll)
    if (!isThere) await pause(150)
  }
}

async function endPostgres({ dataDir }: MultiProcessTestSite, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  const [pid] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), signal)
  await waitUntil(async () => (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')) === '')
}

/** Returns whether no video is being transcoded and no deleted video is waiting to be erased. */
export async function isTranscodingIdle(): Promise<boolean> {
  const { rows } = await sql`select from pgboss.job where name in ('process', 'erase-content')
    and state < 'completed'`.execute(db)
  return rows.length === 0
}
