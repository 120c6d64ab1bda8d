import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { hasPicture } from '#media/master.ts'
import type { Pictures } from '#media/pictures.ts'
import type { Source } from '#media/probe.ts'
import type { Rendition } from '#media/rendition.ts'
import { announce } from '../events.ts'
import type { Tx } from '../platform/db/db.ts'
import { checkPlain } from '../platform/storage/plain.ts'
import { storage } from '../platform/storage/storage.ts'
import { Fenced, type Run, fenced } from './run.ts'
import { announceStream, renditionNames } from './streams.ts'
import { tidy, withStorage } from './with-storage.ts'
import { itemsAtWork } from '../safety/items.ts'

/** Where everything that a try publishes lies, in the storage and in URLs. */
export function prefixOf({ playbackId, fence }: Pick<Run, 'playbackId' | 'fence'>): string {
  return `media/${playbackId}/${fence}`
}

/** Puts verified renditions where they are served from, then makes them count: all at once, or not at all. */
export async function publishRenditions(run: Run, source: Source, made: Rendition[]): Promise<void> {
  const folders = made.map(({ name }) => name)
  // Of a source with a single rung the rest is only sound, whose length is not the film's.
  const film = made.find(hasPicture)
  await putAndTell(run, { folders }, async (tx) => {
    await retire(tx, run, made)
    const isFirst = await isNotYetReady(tx, run.contentId)
    await tx
      .insertInto('renditions')
      .values(made.map((rendition) => rowOf(run, rendition)))
      .execute()
    await tx
      .updateTable('content')
      .set({ stream_status: 'ready', stream_url: `/media/${run.playbackId}/master.m3u8` })
      .set({ width: source.width, height: source.height })
      .set(film ? { duration_seconds: film.duration } : {})
      .set({ updated_at: new Date() })
      .where('id', '=', run.contentId)
      .execute()
    await tx
      .updateTable('streams')
      .set({ state: 'encoding', playable: true })
      .where('content_id', '=', run.contentId)
      .execute()
    const renditions = await renditionNames(tx, run.contentId)
    await announce(tx, { what: 'renditions_added', contentId: run.contentId, renditions })
    if (isFirst) await announce(tx, { what: 'upload_ready', contentId: run.contentId })
  })
}

async function isNotYetReady(tx: Tx, contentId: string): Promise<boolean> {
  const row = await itemsAtWork(tx)
    .select('id')
    .where('id', '=', contentId)
    .where('stream_status', '!=', 'ready')
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Poster, thumbnail and preview. The creator's own cover and thumbnail stand in other columns. */
export async function publishPictures(run: Run, { poster, preview, files }: Pictures): Promise<void> {
  await putAndTell(run, { files }, async (tx) => {
    const at = `/${prefixOf(run)}`
    await tx
      .updateTable('content')
      .set({ stream_thumbnail_url: `${at}/${poster}`, preview_url: `${at}/${preview}` })
      .where('id', '=', run.contentId)
      .execute()
  })
}

export async function publishStoryboard(run: Run, files: string[]): Promise<void> {
  await putAndTell(run, { files }, async (tx) => {
    await tx
      .updateTable('content')
      .set({ storyboard_url: `/${prefixOf(run)}/storyboard.vtt` })
      .where('id', '=', run.contentId)
      .execute()
  })
}

/** Found by their names beside the poster: no row tells of them. */
export async function publishFrames(run: Run, files: string[]): Promise<void> {
  await putAndTell(run, { files }, async () => {})
}

interface Names {
  files?: string[]
  folders?: string[]
}

/** Files first, the row that names them after. A try that has lost its fence takes back what it has put. */
async function putAndTell(
  run: Run,
  { files = [], folders = [] }: Names,
  tell: (tx: Tx) => Promise<void>,
): Promise<void> {
  const [key, path] = [prefixOf(run), outOf(run)]
  try {
    for (const name of [...files, ...folders]) await checkPlain(join(path, name))
    for (const name of files)
      await withStorage(run, () => storage.putFile(`${key}/${name}`, join(path, name)))
    for (const name of folders)
      await withStorage(run, () => storage.putFolder(`${key}/${name}`, join(path, name)))
    await fenced(run, async (tx) => {
      await tell(tx)
      await announceStream(tx, run.contentId)
    })
  } catch (error) {
    if (error instanceof Fenced)
      for (const name of [...files, ...folders]) await tidy(() => storage.remove(`${key}/${name}`))
    throw error
  }
}

/** Where ffmpeg writes. */
export function outOf(run: Run): string {
  return join(run.folder, 'out')
}

export async function makeFolders(run: Run): Promise<void> {
  // Originals are linked into it: nobody else on this machine reads them.
  await mkdir(outOf(run), { recursive: true, mode: 0o700 })
}

/** What an earlier try made, and a remuxed first once there is a ladder, leaves the master playlist. */
async function retire(tx: Tx, run: Run, made: Rendition[]): Promise<void> {
  const isLadder = made.some(({ name }) => name !== 'source')
  await tx
    .updateTable('renditions')
    .set({ superseded_at: new Date() })
    .where('content_id', '=', run.contentId)
    .where('superseded_at', 'is', null)
    .where((row) => row.or([row('fence', '<', run.fence), ...(isLadder ? [row('name', '=', 'source')] : [])]))
    .execute()
}

function rowOf(run: Run, { name, ...made }: Rendition) {
  return {
    content_id: run.contentId,
    name,
    fence: run.fence,
    folder: `${run.fence}/${name}`,
    width: made.width,
    height: made.height,
    codecs: made.codecs,
    frame_rate: made.frame_rate,
    bandwidth: made.bandwidth,
    average_bandwidth: made.average_bandwidth,
    independent: made.independent,
  }
}
