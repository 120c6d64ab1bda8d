import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { getSession } from '#contract/accounts/current-user.ts'
import { createStreamKey } from '#contract/broadcasts/stream-keys.ts'
import { postComment } from '#contract/engagement/comments.ts'
import { db } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import {
  type MultiProcessTestSite,
  startSharedMultiProcessTestSite,
} from '#tests/support/cluster/multi-process-test-site.ts'
import { createNumberedSource, RunningBroadcast } from '#tests/support/cluster/running-broadcast.ts'
import { createPublishedVideos } from '#tests/support/fixtures/published-video.ts'
import { listOrdinaryApiPaths, requestAtFixedRate } from '#tests/support/measurements/fixed-rate-requests.ts'
import { median, quantile } from '#tests/support/measurements/statistics.ts'
import { listFfmpegProcesses } from '#tests/support/processes/process-tree.ts'
import { findFreePort } from '#tests/support/processes/server-process.ts'
import { Attacker, type AttackerReport } from './attacker.ts'
import { expectedMessages } from './expected-messages.ts'
import { listAttacks } from './hostile-attacks.ts'
import { createHostileSources, type HostileSources } from './hostile-sources.ts'

export interface MeasuredAttack extends AttackerReport {
  name: string
  transport: 'HTTP' | 'RTMP'
  /** The 95th percentile of the API's response times, in milliseconds: without and with the attack. */
  idleMs: number
  attackedMs: number
}

export interface HostileBroadcastResult {
  attacks: MeasuredAttack[]
  /** API requests that failed. */
  apiErrors: number
  /** Whether the broadcast of another member was on air during all attacks, and what went wrong with it. */
  isOnAirToTheEnd: boolean
  wrongFrames: number
  unexpectedResponses: string[]
  longestPauseSeconds: number
  /** Files and rows of the attackers' broadcasts that remain at the end. */
  leftovers: string[]
}

const requestsPerSecond = 100
/** Each attack runs this many times, with a measurement of the undisturbed site before each. */
const rounds = 3
/** So many more rounds are measured if an attack seems to slow the API down, because three are few on a busy machine. */
const additionalRounds = 6

/** The API may be this many times slower during an attack. */
const maxSlowdown = 2
/**
 * A slowdown by less than this does not count, in milliseconds. On two cores that are shared with the attacker, the
 * 95th percentiles of two windows without an attack differ by up to this much.
 */
const noiseMs = 15

/** Whether an attack slows the API down, judged by 95th percentiles of its response times in milliseconds. */
export function isSlowedDown({ idleMs, attackedMs }: Pick<MeasuredAttack, 'idleMs' | 'attackedMs'>): boolean {
  return attackedMs > Math.max(maxSlowdown * idleMs, idleMs + noiseMs)
}

/**
 * Runs every attack on a site with a web process and a worker process, while another member's broadcast is on air.
 * Measures the response times of the API in windows of `windowMs`, which alternate between the undisturbed and the
 * attacked site. `select` chooses attacks by their name and transport.
 */
export async function measureHostileBroadcasts({
  windowMs,
  select = '',
}: {
  windowMs: number
  select?: string
}): Promise<HostileBroadcastResult> {
  const rtmpPort = await findFreePort()
  const env = { LIVE: 'on', PACE: '1', RTMP_PORT: String(rtmpPort) }
  const attacks = listAttacks().filter(({ name, transport }) => `${transport} ${name}`.includes(select))
  // Apart from the windows, each attack needs about a second until it is refused and its broadcasts have ended. On a
  // busy machine, it takes longer. The rest of the broadcast is sent faster than real time.
  const seconds = 45 + Math.ceil(attacks.length * ((2 * rounds * windowMs) / 1000 + 3))
  const [sources, healthySource, site] = await Promise.all([
    createHostileSources(),
    createNumberedSource({ seconds, size: '320x192' }),
    startSharedMultiProcessTestSite({ env }),
  ])
  await site.setWorkerCount(1)
  const urls = await createUrls(site)
  const healthy = await RunningBroadcast.start(site, healthySource, { seconds })
  await healthy.waitForSecond(3)
  await requestAtFixedRate(urls, requestsPerSecond, pause(2000))
  let apiErrors = 0
  const measureP95 = async (over: Promise<unknown>) => {
    const { times, errors } = await requestAtFixedRate(urls, requestsPerSecond, over)
    apiErrors += errors
    return quantile(times, 0.95)
  }
  const measured: MeasuredAttack[] = []
  for (const [nth, attack] of attacks.entries()) {
    const attacker = await startAttacker(site, attack, { sources, rtmpPort, nth })
    const [idle, attacked]: [number[], number[]] = [[], []]
    const readMedians = () => ({ idleMs: median(idle), attackedMs: median(attacked) })
    const measureRounds = async (count: number) => {
      for (let round = 0; round < count; round += 1) {
        idle.push(await measureP95(pause(windowMs)))
        const over = attacker.attack(windowMs)
        attacked.push(await measureP95(pause(windowMs)))
        await over
      }
    }
    await measureRounds(rounds)
    if (isSlowedDown(readMedians())) await measureRounds(additionalRounds)
    const report = await attacker.finish()
    // Only the ffmpeg of the other broadcast is left.
    const [worker] = site.workers
    await waitUntil(async () => (await listFfmpegProcesses(worker!.pid)).length <= 1)
    measured.push({ ...attack, ...report, ...readMedians() })
  }
  const isOnAirToTheEnd = healthy.acknowledged < 4 * seconds
  const times = await healthy.readPartTimes()
  healthy.hurry()
  const wrongFrames = await healthy.finish()
  return {
    attacks: measured,
    apiErrors,
    isOnAirToTheEnd,
    wrongFrames,
    unexpectedResponses: [...healthy.unexpected.keys(), ...(healthy.broken > 0 ? ['broken connection'] : [])],
    longestPauseSeconds: Math.max(...times.slice(1).map((time, at) => time - times[at]!)) / 1000,
    leftovers: await findLeftovers(healthy.id),
  }
}

/** Creates videos and comments, and returns the URLs to measure: one request in ten is a search. */
async function createUrls(site: MultiProcessTestSite): Promise<string[]> {
  const member = await site.signUpMember()
  const { me } = await member.call(getSession, {})
  const ids = await createPublishedVideos([me!], 60)
  const id = ids[0]!
  for (let n = 0; n < 20; n += 1)
    await member.call(postComment, { params: { id }, body: { body: `I like the light at minute ${n}` } })
  const ordinary = listOrdinaryApiPaths(id)
  const paths = [...ordinary, ...ordinary, ...ordinary, '/api/search?q=neon']
  return paths.map((path) => new URL(path, site.url).href)
}

async function startAttacker(
  site: MultiProcessTestSite,
  { name, transport }: { name: string; transport: 'HTTP' | 'RTMP' },
  { sources, rtmpPort, nth }: { sources: HostileSources; rtmpPort: number; nth: number },
): Promise<Attacker> {
  const member = await signUpBroadcaster(site)
  const expected = expectedMessages[`${transport} ${name}`]!
  const setup = { name, url: site.url, cookies: [...member.cookies], sources, expected }
  if (transport === 'HTTP') return Attacker.start(setup)
  const { key } = await member.call(createStreamKey, {})
  return Attacker.start({
    ...setup,
    rtmp: { port: rtmpPort, streamKey: key, localAddress: `127.0.0.${10 + nth}` },
  })
}

async function signUpBroadcaster(site: MultiProcessTestSite): Promise<HttpTestClient> {
  const member = await site.signUpMember()
  const { me } = await member.call(getSession, {})
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', me!.id).execute()
  return member
}

/**
 * The creator of a rejected broadcast can read the reason for a few minutes. Pretends that these minutes have
 * passed, and returns the rows and files that remain afterwards.
 */
async function findLeftovers(healthyId: string): Promise<string[]> {
  await sql`update broadcasts set ended_at = ended_at - interval '10 minutes'
    where content_id <> ${healthyId} and ended_at is not null`.execute(db)
  const { playback_id } = await db
    .selectFrom('content')
    .select('playback_id')
    .where('id', '=', healthyId)
    .executeTakeFirstOrThrow()
  const list = async () => {
    const rows = await db
      .selectFrom('broadcasts')
      .select(['content_id', 'state', 'end_detail'])
      .where('content_id', '!=', healthyId)
      .execute()
    const files = await Array.fromAsync(storage.list('media'))
    return [
      ...rows.map((row) => JSON.stringify(row)),
      ...files.filter((file) => file.includes('/live/') && !file.includes(playback_id)),
    ]
  }
  await waitUntil(async () => (await list()).length === 0, 15).catch(() => {})
  return list()
}
