import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getSession } from '#contract/accounts/current-user.ts'
import { broadcastChunkPath, createBroadcast, endBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { postChatMessage } from '#contract/broadcasts/chat.ts'
import { createScheduledBroadcast, setBroadcastReminder } from '#contract/broadcasts/scheduled-broadcasts.ts'
import { deleteContent } from '#contract/content/own-content.ts'
import { config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { DemoApiClient } from './api-client.ts'
import type { DemoClip } from './clips.ts'
import type { DemoDataRecord } from './demo-data-record.ts'
import { DemoError } from './demo-site.ts'
import { renderClipVideo } from './media/clip-video.ts'

/** The demo broadcasts. They need hosts who are old enough to go live. */
export const demoBroadcasts = {
  scheduled: {
    title: 'Wardrobe Sessions, live: the last coat',
    by: 'marisol_sings',
    about: 'One microphone, one new song, and you choose the coat.',
    reminders: ['mika_loops', 'juno_draws', 'nadia_spins', 'the_bus_club'],
  },
  ended: {
    title: 'One loop in fifteen minutes, minus fourteen',
    by: 'mika_loops',
    about: 'A very short broadcast with a very short loop.',
  },
} as const

/** The chat of the broadcast that has ended: when each message is sent, in seconds after the start. */
const chat = [
  { second: 12, by: 'zed_plays', body: 'first one here. hi Mika!' },
  { second: 14, by: 'nadia_spins', body: 'is that the balcony again?' },
  { second: 17, by: 'juno_draws', body: 'the umbrella is dancing' },
  { second: 20, by: 'rocket_ruth', body: 'my brother says louder' },
  { second: 23, by: 'mika_loops', body: 'thanks for coming, same time on Friday' },
] as const

const broadcastClip: DemoClip = {
  title: demoBroadcasts.ended.title,
  by: demoBroadcasts.ended.by,
  about: demoBroadcasts.ended.about,
  type: 'live',
  genre: 'Music',
  language: 'en',
  tags: [],
  cover: false,
  seconds: 16,
  shape: 'wide',
  pattern: 'puppet',
  drawing: 'umbrella',
  tune: 'boom',
}

/** How often the demo sends a chunk of its broadcast. The server accepts at most 20 per second. */
const chunkIntervalMs = 250

type People = ReadonlyMap<string, DemoApiClient>
type DemoRecord = Pick<DemoDataRecord, 'has' | 'getId' | 'record' | 'forget'>

/**
 * Schedules a broadcast with reminders, and sends a short broadcast with a chat in real time. Skips broadcasts
 * whose hosts do not exist. The accounts of the hosts must be more than a day old.
 */
export async function createDemoBroadcasts(db: Db, people: People, record: DemoRecord): Promise<void> {
  if (!config.live) return
  await scheduleDemoBroadcast(db, people, record)
  await sendDemoBroadcast(db, people, record)
}

async function scheduleDemoBroadcast(db: Db, people: People, record: DemoRecord): Promise<void> {
  const { title, by, about, reminders } = demoBroadcasts.scheduled
  const host = people.get(by)
  const key = `broadcast:${title}`
  if (!host || record.has(key)) return
  await confirmEmail(db, host)
  const starts_at = new Date(Date.now() + 2 * 24 * 3600_000)
  starts_at.setMinutes(0, 0, 0)
  const body = { title, description: about, genre: 'Music', visibility: 'public' as const }
  const { id } = await host.call(createScheduledBroadcast, {
    body: { ...body, starts_at: starts_at.toISOString() },
  })
  for (const username of reminders) await people.get(username)?.call(setBroadcastReminder, { params: { id } })
  await record.record(key, id)
}

async function sendDemoBroadcast(db: Db, people: People, record: DemoRecord): Promise<void> {
  const { title, by, about } = demoBroadcasts.ended
  const host = people.get(by)
  const [key, unfinishedKey] = [`broadcast:${title}`, `half:${title}`]
  if (!host || record.has(key)) return
  await confirmEmail(db, host)
  const unfinished = record.getId(unfinishedKey)
  if (unfinished) await host.call(deleteContent, { params: { id: unfinished } }).catch(() => undefined)

  const folder = await mkdtemp(join(tmpdir(), 'afterbell-demo-'))
  try {
    const file = await renderClipVideo(broadcastClip, 0, folder)
    const { id } = await host.call(createBroadcast, {
      body: { title, description: about, genre: 'Music', visibility: 'public' },
    })
    await record.record(unfinishedKey, id)
    const talking = sendChat(people, id)
    await sendInRealTime(host, id, file)
    await host.call(endBroadcast, { params: { id }, body: {} })
    await talking
    await waitForRecording(db, id)
    await record.record(key, id)
    await record.forget(unfinishedKey)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function sendChat(people: People, id: string): Promise<void> {
  const startedAt = Date.now()
  for (const { second, by, body } of chat) {
    await pause(startedAt + second * 1000 - Date.now())
    await people.get(by)?.call(postChatMessage, { params: { id }, body: { body } })
  }
}

/** Sends a file as a browser sends its camera: as one Matroska stream, split into numbered chunks. */
async function sendInRealTime(host: DemoApiClient, id: string, file: string): Promise<void> {
  const ffmpeg = spawn(
    'ffmpeg',
    [
      ['-nostdin', '-v', 'error', '-re', '-i', file, '-c', 'copy', '-f', 'matroska'],
      ['-cluster_time_limit', '250', '-flush_packets', '1', 'pipe:1'],
    ].flat(),
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = once(ffmpeg, 'close') as Promise<[code: number | null]>
  let received: Buffer[] = []
  ffmpeg.stdout.on('data', (bytes: Buffer) => received.push(bytes))
  for (let number = 0; !ffmpeg.stdout.readableEnded || received.length > 0;) {
    await pause(chunkIntervalMs)
    if (received.length === 0) continue
    const chunk = Buffer.concat(received)
    received = []
    const path = broadcastChunkPath.replace('{id}', id).replace('{number}', String(number))
    await host.sendChunk(path, chunk)
    number += 1
  }
  const [code] = await ended
  if (code !== 0) throw new DemoError('ffmpeg could not create the demo’s broadcast.')
}

async function waitForRecording(db: Db, id: string): Promise<void> {
  for (let waited = 0; waited < 120; waited++) {
    const row = await db
      .selectFrom('content')
      .select('stream_status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (row.stream_status === 'ready') return
    await pause(500)
  }
  throw new DemoError('The recording of the demo’s broadcast was not ready within a minute.')
}

/** Only members with a confirmed email address may go live. The demo cannot read its emails on every site. */
async function confirmEmail(db: Db, host: DemoApiClient): Promise<void> {
  const { me } = await host.call(getSession, {})
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', me!.id).execute()
}
