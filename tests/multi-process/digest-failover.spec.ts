/*
 * Tests weekly emails with two workers, one of which is killed while it sends them. `DIGEST_ROUNDS=20` runs
 * more rounds.
 */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { getSession } from '#contract/accounts/current-user.ts'
import { putFollow } from '#contract/people/follows.ts'
import { putWeeklyDigest } from '#contract/weekly-digest.ts'
import { jobWorkers } from '#server/app.ts'
import { enqueueDueDigests } from '#server/notifications/digest/send-digests.ts'
import { db } from '#server/platform/db/db.ts'
import { startQueue, stopQueue } from '#server/platform/queue/queue.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type ClusterTestSite, startClusterTestSite } from './cluster-test-site.ts'

const rounds = Number(process.env['DIGEST_ROUNDS'] ?? 2)
const readerCount = 12

/**
 * The weekly email is sent on Saturdays around noon, so the servers believe that it is Saturday noon (UTC).
 */
const noon = new Date()
noon.setUTCDate(noon.getUTCDate() + ((6 - noon.getUTCDay() + 7) % 7))
noon.setUTCHours(12, 0, 0, 0)
const clock = pathToFileURL(join(import.meta.dirname, '../support/processes/shift-clock.ts')).href

let site: ClusterTestSite
let addresses: string[]

before(async () => {
  site = await startClusterTestSite({
    files: 'folder',
    env: { NODE_OPTIONS: `--import ${clock}`, CLOCK_SHIFT_MS: String(noon.getTime() - Date.now()) },
  })
  const creator = (await (await site.signUpMember()).call(getSession, {})).me!
  const readers = await Promise.all(Array.from({ length: readerCount }, () => site.signUpMember()))
  for (const reader of readers) await reader.call(putFollow, { params: { id: creator.id } })
  await sql`update users set email_verified = true`.execute(db)
  for (const reader of readers) await reader.call(putWeeklyDigest, { body: { on: true } })
  await createPublishedVideo(creator, { title: 'New this week', minutesAgo: 60 })
  const users = await Promise.all(readers.map((reader) => reader.call(getSession, {})))
  addresses = users.map(({ me }) => `${me!.username}@example.com`).toSorted()
  await startQueue(
    site.databaseUrl,
    jobWorkers.map(({ job }) => job),
    false,
  )
  await recordQueuedDigests()
})
after(async () => {
  await stopQueue()
  await site.close()
})

test('everyone gets the weekly email once, even if a worker is killed while sending the emails', async () => {
  for (let round = 0; round < rounds; round += 1) {
    await sql`delete from weekly_digests`.execute(db)
    await sql`delete from queued_digests`.execute(db)
    await sql`update weekly_digest_settings set checked_at = null, next_at = ${new Date(0)}`.execute(db)
    const earlier = (await readDelivered()).length
    await enqueueDueDigests(noon)
    await waitUntil(async () => (await readQueued()).length > round % readerCount, 60)
    const victim = site.workers[round % 2]!
    await victim.kill()
    await waitUntil(async () => (await countOpenJobs()) === 0, 150)
    assert.deepEqual(await readQueued(), addresses, `round ${round}: queued emails`)
    const delivered = (await readDelivered()).slice(earlier)
    assert.deepEqual([...new Set(delivered)].toSorted(), addresses, `round ${round}: delivered emails`)
    // If a worker is killed after the mail server has accepted an email, the site cannot know that the email
    // was delivered, and sends it again.
    if (delivered.length > readerCount)
      console.log(`weekly emails: ${delivered.length - readerCount} delivered twice in round ${round}`)
    await site.restart(victim)
  }
})

/**
 * Adds a trigger that records every weekly email that is handed to the mail queue. When the queue repeats a
 * job, it inserts the job again with the same ID.
 */
async function recordQueuedDigests(): Promise<void> {
  await sql`create table queued_digests (job_id uuid primary key, address text)`.execute(db)
  await sql`create function note_digest() returns trigger language plpgsql as
    $$ begin insert into public.queued_digests values (new.id, new.data ->> 'to') on conflict do nothing; return null; end $$`.execute(
    db,
  )
  await sql`create trigger note_digest after insert on pgboss.job for each row
    when (new.name = 'send-mail' and new.data ->> 'subject' like 'Your week on %')
    execute function note_digest()`.execute(db)
}

async function readQueued(): Promise<string[]> {
  const { rows } = await sql<{
    address: string
  }>`select address from queued_digests order by address`.execute(db)
  return rows.map(({ address }) => address).toSorted()
}

/** Returns the recipients of the stored weekly emails, oldest first. */
async function readDelivered(): Promise<string[]> {
  const folder = join(site.workers[0]!.dataDir, 'mail')
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.json')).toSorted()
  const emails = await Promise.all(
    files.map(
      async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as Record<string, string>,
    ),
  )
  return emails.filter(({ subject }) => subject!.startsWith('Your week on ')).map(({ to }) => to!)
}

async function countOpenJobs(): Promise<number> {
  const { rows } = await sql`select from pgboss.job where name in ('send-weekly-digest', 'send-mail')
    and state < 'completed'`.execute(db)
  return rows.length
}
