import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import { LiveUpdateClient } from '#tests/support/clients/live-update-client.ts'
import type { InjectedFault, FaultMeasurement } from './injected-fault.ts'
import { publishVideo } from '#tests/support/clients/publish-video.ts'
import { findLostWrites } from './lost-writes.ts'
import { SimulatedUserLoad } from '#tests/support/cluster/background-load.ts'
import {
  type MultiProcessTestSite,
  startSharedMultiProcessTestSite,
} from '#tests/support/cluster/multi-process-test-site.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'

export const postgresRestartFault: InjectedFault = {
  name: 'postgres',
  guarantee:
    'PostgreSQL restarted under load: the server answers 503 with Retry-After, recovers within 5 s and loses no acknowledged write',
  fullRepetitions: 20,
  quickRepetitions: 1,
  run,
}

async function run(count: number): Promise<FaultMeasurement[]> {
  const site = await startSharedMultiProcessTestSite({ role: 'all', ownPostgres: true })
  const people = await Promise.all(Array.from({ length: 6 }, () => site.signUpMember()))
  const contentId = await publishVideo(people[0]!)
  const listener = new LiveUpdateClient(people[5]!, contentId, 0)
  const load = new SimulatedUserLoad(contentId, people.slice(0, 3), people.slice(3))
  const back: number[] = []
  const told: number[] = []
  const away: number[] = []
  try {
    for (let n = 0; n < count; n += 1) {
      await pause(300 + Math.random() * 700)
      // Alternates between a fast shutdown and a simulated crash. After a crash, PostgreSQL must recover at
      // the next start.
      await end(site, n % 2 === 0 ? 'SIGINT' : 'SIGQUIT')
      const at = performance.now()
      await waitUntil(answers)
      const answersAt = performance.now()
      const rung = await countNotificationJobs('completed')
      const id = await nextComment(load)
      back.push((performance.now() - answersAt) / 1000)
      away.push((performance.now() - at) / 1000)
      await waitUntil(() => listener.comments.includes(id))
      // The notification job may start late, because under this load, a few hundred jobs are already waiting
      // and run first.
      await waitUntil(async () => (await countNotificationJobs('completed')) > rung)
      told.push((performance.now() - answersAt) / 1000)
    }
  } finally {
    await load.stop()
    for (const [what, times] of load.wrong) console.log(`  ${times} × ${what}`)
    for (const line of site.web.log) if (line.includes('request failed')) console.log(line.slice(0, 600))
  }
  await waitUntil(() => load.said.every((id) => listener.comments.includes(id)))
  await listener.stop()
  await waitUntil(async () => (await countNotificationJobs('waiting')) === 0, 120)
  return [
    { name: 'responses during the restarts', value: load.answers },
    { name: 'API responses that were 503 with Retry-After', value: load.away, threshold: { atLeast: 1 } },
    { name: 'pages that were 503 with Retry-After', value: load.pagesAway, threshold: { atLeast: 1 } },
    { name: 'other responses', value: total(load.wrong), threshold: { exactly: 0 } },
    { name: 'servers that exited', value: isAlive(site.web.pid) ? 0 : 1, threshold: { exactly: 0 } },
    { name: 'connections that broke', value: load.broken.length },
    { name: 'slowest response', value: load.slowest / 1000, unit: 's', threshold: { atMost: 6 } },
    {
      name: 'longest time until writes succeeded again',
      value: Math.max(...back),
      unit: 's',
      threshold: { atMost: 5 },
    },
    {
      name: 'longest time from the first response to live updates and jobs',
      value: Math.max(...told),
      unit: 's',
      threshold: { atMost: 15 },
    },
    { name: 'acknowledged comments', value: load.said.length },
    ...(await findLostWrites(contentId, load, listener)),
  ]
}

/** Stops the site's embedded PostgreSQL. The site's server must then restart PostgreSQL. */
async function end({ dataDir }: MultiProcessTestSite, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  const [pid] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), signal)
  await waitUntil(async () => (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')) === '')
}

/** Returns whether the database itself responds, without involving the product. */
async function answers(): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
}

/** Returns the ID of a comment that was both sent and acknowledged after this function was called. */
async function nextComment(load: SimulatedUserLoad): Promise<string> {
  // Skips the first three comments, because their requests may have reached the database before it stopped.
  const from = load.said.length + 3
  await waitUntil(() => load.said.length > from, 30)
  return load.said.at(-1)!
}

/** Returns the number of completed or waiting jobs that notify the owner of the video. */
async function countNotificationJobs(which: 'completed' | 'waiting'): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from pgboss.job where name = 'create-notifications'
    and (state = 'completed') = ${which === 'completed'}`
    .execute(db)
    .catch(() => ({ rows: [] }))
  return rows[0]?.n ?? NaN
}

const total = (of: Map<string, number>) => [...of.values()].reduce((sum, one) => sum + one, 0)

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
