/*
 * Tests that a scheduled video is published exactly once, even if a worker is killed shortly before or after
 * publishing. `PUBLISHING_ROUNDS=20` runs more rounds.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { getSession } from '#contract/accounts/current-user.ts'
import { putNewVideoNotifications } from '#contract/people/new-video-notifications.ts'
import { putFollow } from '#contract/people/follows.ts'
import { jobWorkers } from '#server/app.ts'
import { enqueueScheduledPublication } from '#server/content/publication/publish-scheduled-videos.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { startQueue, stopQueue } from '#server/platform/queue/queue.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { type ClusterTestSite, startClusterTestSite } from './cluster-test-site.ts'

const rounds = Number(process.env['PUBLISHING_ROUNDS'] ?? 3)
/**
 * A worker starts a job at most five seconds after the job is due. The kills are spread over these five
 * seconds.
 */
const pollingMs = 5000

let site: ClusterTestSite
let ada: { id: string }
let fans: string[]

before(async () => {
  site = await startClusterTestSite({ files: 'folder' })
  const [creator, ...followers] = await Promise.all([1, 2, 3].map(() => site.signUpMember()))
  ada = (await creator!.call(getSession, {})).me!
  const params = { id: ada.id }
  for (const fan of followers) {
    await fan.call(putFollow, { params })
    await fan.call(putNewVideoNotifications, { params, body: { new_videos: 'all' } })
  }
  fans = await Promise.all(followers.map(async (fan) => (await fan.call(getSession, {})).me!.id))
  await startQueue(
    site.databaseUrl,
    jobWorkers.map(({ job }) => job),
    false,
  )
  await recordPublications()
})
after(async () => {
  await stopQueue()
  await site.close()
})

test('a scheduled video is published once and notifies followers once, even if a worker is killed', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const at = new Date(Date.now() + 1500)
    const id = await createPublishedVideo(ada, { publication: 'scheduled', publishAt: at, minutesAgo: 60 })
    await transaction((tx) => enqueueScheduledPublication(tx, id, at))
    const victim = site.workers[round % 2]!
    await killAround(id, at, round, () => victim.kill())
    await waitUntil(async () => (await readPublications(id)) > 0, 90)
    await waitUntil(async () => (await countOpenJobs(id)) === 0, 90)
    assert.equal(await readPublications(id), 1, `round ${round}: times published`)
    assert.deepEqual(await readNotifiedFans(id), fans.toSorted(), `round ${round}: notified followers`)
    await site.restart(victim)
  }
})

/**
 * In even rounds, kills the worker as soon as the job has started or the video is published. In odd rounds,
 * kills the worker at a time that differs from round to round.
 */
async function killAround(id: string, at: Date, round: number, kill: () => Promise<unknown>): Promise<void> {
  if (round % 2 === 1) await pause(at.getTime() - Date.now() + ((round * 0.37) % 1) * pollingMs)
  else await waitUntil(async () => (await isJobActive(id)) || (await readPublications(id)) > 0, 30)
  await kill()
}

/** Adds a trigger that records each time a video changes to `published`. */
async function recordPublications(): Promise<void> {
  await sql`create table publications (content_id uuid)`.execute(db)
  await sql`create function note_publication() returns trigger language plpgsql as
    $$ begin insert into publications values (new.id); return null; end $$`.execute(db)
  await sql`create trigger note_publication after update on content for each row
    when (old.publication_state <> 'published' and new.publication_state = 'published')
    execute function note_publication()`.execute(db)
}

async function readPublications(id: string): Promise<number> {
  const { rows } = await sql`select from publications where content_id = ${id}`.execute(db)
  return rows.length
}

async function isJobActive(id: string): Promise<boolean> {
  const { rows } = await sql`select from pgboss.job where name = 'publish-scheduled-video'
    and data->>'contentId' = ${id} and state = 'active'`.execute(db)
  return rows.length > 0
}

async function countOpenJobs(id: string): Promise<number> {
  const { rows } =
    await sql`select from pgboss.job where name in ('publish-scheduled-video', 'notify-followers')
    and data->>'contentId' = ${id} and state < 'completed'`.execute(db)
  return rows.length
}

/** Returns the notified followers. A follower who was notified twice is listed twice. */
async function readNotifiedFans(id: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`select notification_causes.user_id from notification_causes
    join notifications on notifications.id = notification_causes.notification_id
    where notification_causes.kind = 'new_video' and subject_id = ${id} order by notification_causes.user_id`.execute(
    db,
  )
  return rows.map(({ user_id }) => user_id)
}
