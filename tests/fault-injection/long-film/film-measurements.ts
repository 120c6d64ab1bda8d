import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { sweepWorkFolders } from '#server/transcoding/sweep-transcodes.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import type { MultiProcessTestSite } from '#tests/support/cluster/multi-process-test-site.ts'
import {
  findItemsNotReadyExactlyOnce,
  readTranscodeStatus,
} from '#tests/support/cluster/transcoding-test-helpers.ts'
import { findOrphanedProcesses } from '#tests/support/cluster/worker-processes.ts'
import { filmFps } from '#tests/support/media/numbered-film.ts'
import { countPieces } from '#tests/support/pieces/piece-test-app.ts'
import type { FaultMeasurement } from '../injected-fault.ts'
import type { ApiProbe } from './api-probe.ts'
import { type FilmRendition, getPlaylistPath, readPackets, readPlaces } from './check-film.ts'
import type { MemorySamples } from './memory-samples.ts'

const renditionNames = ['audio', '144p', '240p', '360p']
const placesToRead = 200
const hlsSegmentSeconds = 4

/** Checks that the film became ready once, in one attempt, and that its owner was notified once. */
export async function measureTransitions(contentId: string): Promise<FaultMeasurement[]> {
  const [status] = await readTranscodeStatus([contentId])
  const countNotifications = () =>
    db
      .selectFrom('notifications')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('content_id', '=', contentId)
      .where('kind', '=', 'upload_ready')
      .executeTakeFirstOrThrow()
  await waitUntil(async () => Number((await countNotifications()).count) > 0, 60).catch(() => {})
  return [
    {
      name: 'films that did not become ready exactly once',
      value: (await findItemsNotReadyExactlyOnce([contentId])).length,
      threshold: { exactly: 0 },
    },
    {
      name: 'notifications that the film is ready',
      value: Number((await countNotifications()).count),
      threshold: { exactly: 1 },
    },
    { name: 'attempts to encode the film', value: status!.fence, threshold: { exactly: 1 } },
  ]
}

/** Checks every frame time of every rendition, reads frame numbers at 200 places, and looks for leftovers. */
export async function measureFilm(
  site: MultiProcessTestSite,
  viewer: HttpTestClient,
  { contentId, minutes, pieceSeconds }: { contentId: string; minutes: number; pieceSeconds: number },
): Promise<FaultMeasurement[]> {
  const playbackId = await readPlaybackId(contentId)
  const renditions = await listRenditions(contentId)
  const videos = renditions.filter(({ name }) => name !== 'audio')
  const frames = minutes * 60 * filmFps
  const packets = await Promise.all(
    videos.map((rendition) => readPackets(getPlaylistPath(site.dataDir, playbackId, rendition))),
  )
  const { places, wrong } = await readPlaces(viewer, contentId, {
    renditions: videos,
    count: placesToRead,
    segmentsPerPiece: pieceSeconds / hlsSegmentSeconds,
  })
  for (const what of wrong.slice(0, 10)) console.log(`  ${what.slice(0, 400)}`)
  const leftovers = await findLeftovers(site, contentId, playbackId)
  for (const what of leftovers.slice(0, 10)) console.log(`  left behind: ${what}`)
  return [
    {
      name: `renditions other than ${renditionNames.join(', ')}, or missing`,
      value: new Set(renditionNames).symmetricDifference(new Set(renditions.map(({ name }) => name))).size,
      threshold: { exactly: 0 },
    },
    {
      name: `renditions that do not have ${frames} frames`,
      value: packets.filter((one) => one.frames !== frames).length,
      threshold: { exactly: 0 },
    },
    {
      name: 'frames at a wrong time, in all renditions',
      value: packets.reduce((sum, { misplaced }) => sum + misplaced, 0),
      threshold: { exactly: 0 },
    },
    {
      name: 'largest difference between the durations of audio and video',
      value: Math.max(...packets.map(({ audioDifference }) => Math.abs(audioDifference))),
      unit: 's',
      threshold: { atMost: 0.05 },
    },
    {
      name: 'places per rendition where frame numbers were read',
      value: places,
      threshold: { atLeast: Math.min(placesToRead, Math.floor((minutes * 60) / hlsSegmentSeconds) - 1) },
    },
    {
      name: 'places where frames are missing, repeated or misplaced',
      value: wrong.length,
      threshold: { exactly: 0 },
    },
    { name: 'rows, files and processes left behind', value: leftovers.length, threshold: { exactly: 0 } },
  ]
}

async function readPlaybackId(contentId: string): Promise<string> {
  const item = db.selectFrom('content').select('playback_id').where('id', '=', contentId)
  return (await item.executeTakeFirstOrThrow()).playback_id
}

function listRenditions(contentId: string): Promise<FilmRendition[]> {
  return db
    .selectFrom('renditions')
    .select(['name', 'folder'])
    .where('content_id', '=', contentId)
    .where('superseded_at', 'is', null)
    .orderBy('height')
    .execute()
}

/** The hourly sweep deletes the work folders that killed workers leave behind. */
async function findLeftovers(
  site: MultiProcessTestSite,
  contentId: string,
  playbackId: string,
): Promise<string[]> {
  const listJobs = async () => {
    const { rows } = await sql<{ name: string }>`select name from pgboss.job
      where name in ('process', 'encode-pieces', 'join-pieces') and state < 'completed'`.execute(db)
    return rows
  }
  await waitUntil(async () => (await listJobs()).length === 0, 60).catch(() => {})
  await sweepWorkFolders()
  const folders = await readdir(join(site.dataDir, 'work')).catch(() => [])
  const files = [
    ...(await Array.fromAsync(storage.list(`media/${playbackId}`))).filter((key) => key.includes('/pieces/')),
    ...(await Array.fromAsync(storage.list('uploads'))),
  ]
  const pieces = await countPieces(contentId, ['waiting', 'encoding', 'encoded', 'published'])
  return [
    ...(await listJobs()).map(({ name }) => `unfinished job ${name}`),
    ...folders.filter((name) => name.startsWith(contentId)).map((name) => `work folder ${name}`),
    ...files.map((key) => `file ${key}`),
    ...(pieces > 0 ? [`${pieces} rows of pieces`] : []),
    ...(await findOrphanedProcesses(site.dataDir, [site.web, ...site.workers])).map(
      ({ pid }) => `process ${pid}`,
    ),
  ]
}

export function measureMemory(memory: MemorySamples): FaultMeasurement[] {
  return (['web', 'worker'] as const).flatMap((role): FaultMeasurement[] => {
    for (const line of memory.describe(role)) console.log(`  ${line}`)
    const name = role === 'web' ? 'web servers' : 'workers'
    const { first, median, max } = memory.summarize(role)
    const { factor, megabytesPerHour, processes } = memory.measureGrowth(role)
    return [
      { name: `memory of ${name} at the start`, value: first, unit: 'MB' },
      { name: `memory of ${name}, median`, value: median, unit: 'MB' },
      { name: `memory of ${name}, maximum`, value: max, unit: 'MB', threshold: { atMost: 400 } },
      { name: `${name} that ran long enough to measure their growth`, value: processes },
      { name: `largest slope of these`, value: megabytesPerHour, unit: 'MB/h' },
      {
        name: 'largest growth between the second and the last third of a run',
        value: factor,
        unit: '×',
        threshold: { atMost: 1.15 },
      },
    ]
  })
}

export function measureApi(probe: ApiProbe, idleP95: number, startedAt: number): FaultMeasurement[] {
  const during = probe.responses.filter(({ at }) => at >= startedAt)
  const minutes = probe.listMinutes(startedAt)
  console.log(`  p95 of each minute: ${minutes.map((value) => value.toFixed(1)).join(' ')} ms`)
  for (const { at, path, milliseconds } of during
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, 40))
    console.log(
      `  ${((at - startedAt) / 60_000).toFixed(2)} min after the upload began: ${path} took ${milliseconds.toFixed(0)} ms`,
    )
  return [
    { name: 'requests to the API', value: during.length },
    {
      name: 'requests that failed',
      value: during.filter(({ status }) => status !== 200).length,
      threshold: { exactly: 0 },
    },
    { name: '95th percentile of the response time of the idle API', value: idleP95, unit: 'ms' },
    {
      name: 'the same from the upload until the film is ready',
      value: probe.getP95(startedAt) / idleP95,
      unit: '×',
      threshold: { atMost: 2 },
    },
    {
      name: 'the same in the slowest minute',
      value: Math.max(...minutes) / idleP95,
      unit: '×',
      threshold: { atMost: 2 },
    },
  ]
}
