import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { stopBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { timelineOffsetSeconds } from '#media/live/live-ffmpeg-command.ts'
import { holdBackSeconds } from '#server/broadcasts/hold-back.ts'
import { db } from '#server/platform/db/db.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { playBroadcast } from '#tests/support/browser/broadcast-studio.ts'
import {
  listRecordedPictures,
  startRecordingPictures,
  waitForRecordedPictures,
} from '#tests/support/browser/recorded-pictures.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import type { ClusterTestSite } from '#tests/multi-process/cluster-test-site.ts'
import { createTimedSource, RunningBroadcast } from '#tests/support/cluster/running-broadcast.ts'
import { runInTwoPages } from './broadcast-pages.ts'
import { type HeldPart, HeldPartProbe } from './held-part-probe.ts'
import type { LiveBar } from './live-bar.ts'

const timing = { seconds: 20, fps: 30 }
const delaySeconds = 4
/** Pictures that a viewer has seen before the moderator stops the broadcast. */
const picturesBeforeStop = 60
const watchedAfterStopMs = 1500

/** What happened when a moderator stopped a broadcast. Times are in seconds after the stop was requested. */
interface Stop {
  answered: number
  /** Until every web process refused all held parts, and ended its playlists. */
  effective: number
  /** Until the last picture in the viewer's page. */
  closed: number
  /** From the time of the stop in the database until the last picture. */
  closedAfterStop: number
  /** Held parts that viewers received, other than the second that players may buffer before a stop. */
  servedToViewers: number
  /** Held parts that anyone received after the stop was answered. */
  servedAfterwards: number
  /** How much older the newest shown picture is than the newest one in the recording, in seconds. */
  margin: number
  /** Pictures in the viewer's page that were cut off, so that the recording does not contain them. */
  heldPictures: number
}

/**
 * A moderator stops broadcasts that a viewer is watching in a browser. Until the stop and afterwards, clients
 * request the newest parts of both web processes, as a viewer and as a moderator.
 */
export async function benchStops(site: ClusterTestSite, count: number): Promise<LiveBar[]> {
  const { source, chunkEnds } = await createTimedSource(timing)
  const [moderator, viewer] = [await site.signUpModerator(), await site.signUpMember()]
  const stops = await runInTwoPages(site.loadBalancer.url, count, async (page, number) => {
    const stop = await stopOnce({ site, page, source, chunkEnds, moderator, viewer })
    console.log(`  stop ${number}: ${JSON.stringify(stop)}`)
    return stop
  })
  const valuesOf = (name: keyof Stop) => stops.map((stop) => stop[name])
  const clean = stops.filter(({ heldPictures }) => heldPictures === 0).length
  const note = `delay of ${delaySeconds} s, two broadcasts at a time`
  return [
    { name: 'stop: until it is answered', unit: 's', values: valuesOf('answered') },
    {
      name: 'stop: until no web process serves held parts',
      unit: 's',
      values: valuesOf('effective'),
      max: 1,
      note,
    },
    { name: 'stop: until the viewer’s player is closed', unit: 's', values: valuesOf('closed'), max: 1 },
    { name: 'stop in the database → player closed', unit: 's', values: valuesOf('closedAfterStop') },
    { name: 'stop: held parts that viewers received', unit: '', values: valuesOf('servedToViewers'), max: 0 },
    {
      name: 'stop: held parts served after the answer',
      unit: '',
      values: valuesOf('servedAfterwards'),
      max: 0,
    },
    {
      name: 'stop: held pictures on the screen',
      unit: '',
      values: valuesOf('heldPictures'),
      max: 0,
      note: `none in ${clean} of ${count} stops`,
    },
    { name: 'stop: newest recorded − newest shown picture', unit: 's', values: valuesOf('margin'), min: 0 },
  ]
}

interface StopSetup {
  site: ClusterTestSite
  page: Page
  source: Buffer<ArrayBuffer>
  chunkEnds: number[]
  moderator: HttpTestClient
  viewer: HttpTestClient
}

async function stopOnce({ site, page, source, chunkEnds, moderator, viewer }: StopSetup): Promise<Stop> {
  const broadcast = await RunningBroadcast.start(site, source, { ...timing, chunkEnds }, { delaySeconds })
  const { id } = broadcast
  const probe = new HeldPartProbe(site.webServers, await broadcast.readFolder(), { moderator, viewer })
  await playBroadcast(page, id)
  await startRecordingPictures(page)
  await waitForRecordedPictures(page, picturesBeforeStop)
  probe.start(id)
  await pause(500)

  const requestedAt = Date.now()
  await moderator.call(stopBroadcast, { params: { id }, body: { reason: 'Shows a private address' } })
  const answeredAt = Date.now()
  void broadcast.stopSending()
  await pause(watchedAfterStopMs)
  const { cut_at, ended_at } = await db
    .selectFrom('broadcasts')
    .select(['cut_at', 'ended_at'])
    .where('content_id', '=', id)
    .executeTakeFirstOrThrow()
  const endedAt = await probe.stop()
  const pictures = await listRecordedPictures(page)

  const [cutAt, stoppedAt] = [cut_at!.getTime(), ended_at!.getTime()]
  // A part that was trimmed after the stop is not held.
  const heldPaths = new Set(probe.parts.filter(({ madeAt }) => madeAt > cutAt).map(({ path }) => path))
  const isHeld = ({ path }: HeldPart) => heldPaths.has(path)
  const served = probe.served.filter(({ part }) => isHeld(part))
  const neverServedAfter = stoppedAt - 1000 * holdBackSeconds(delaySeconds)
  const newestAllowed = await findLastRecordedFrame(id)
  const newestShown = Math.max(...pictures.map(({ number }) => number))
  const after = (at: number) => (at - requestedAt) / 1000
  return {
    answered: after(answeredAt),
    effective: after(Math.max(endedAt, ...served.map(({ at }) => at))),
    closed: after(pictures.at(-1)!.at),
    closedAfterStop: (pictures.at(-1)!.at - stoppedAt) / 1000,
    servedToViewers: served.filter(({ part, by }) => by === 'viewer' && part.madeAt > neverServedAfter)
      .length,
    servedAfterwards: served.filter(({ at }) => at > answeredAt).length,
    margin: (newestAllowed - newestShown) / timing.fps,
    heldPictures: new Set(pictures.filter(({ number }) => number > newestAllowed).map(({ number }) => number))
      .size,
  }
}

/** Returns the number of the last frame that the recording contains. */
async function findLastRecordedFrame(id: string): Promise<number> {
  const end = await waitUntil(async () => {
    const { rows } = await sql<{ end: number; isCut: boolean }>`
      select max(start_time + duration) as end, bool_or(made_at > cut_at) as "isCut"
      from broadcast_parts join broadcasts using (content_id)
      where content_id = ${id} and rendition = 'source'`.execute(db)
    return rows[0]!.isCut ? null : rows[0]!.end
  })
  // Timestamps are rounded to milliseconds.
  return Math.ceil((end - timelineOffsetSeconds) * timing.fps - 0.05) - 1
}
