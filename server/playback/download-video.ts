import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { ApiError } from '#contract/errors/api-error.ts'
import { writeMp4 } from '#media/encode/write-mp4.ts'
import { listMediaFiles } from '#media/hls/media-playlist.ts'
import { MediaRejectedError } from '#media/media-rejection.ts'
import { SandboxUnavailableError } from '#media/sandbox/spawn-sandboxed.ts'
import { selectWatchableItems } from '#server/access-policy/content-queries.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { limitConcurrency } from '../platform/concurrency-limit.ts'
import { config } from '../platform/config.ts'
import type { Member } from '../platform/http/viewer.ts'
import { log } from '../platform/log.ts'
import { storage } from '../platform/storage/storage.ts'
import { isUuid } from '../platform/uuid.ts'
import { getDownloadFileName } from './download-file-name.ts'

/** Only a few downloads are prepared at the same time, because each one copies a whole video. */
const inTurn = limitConcurrency({ maxConcurrent: 2, maxWaiting: 8 })
const oncePerMember = limitConcurrency({
  maxConcurrent: 1,
  maxWaiting: 0,
  rejectionCode: 'too_many_requests',
})

/**
 * Sends the owner's video as one MP4 file, made from its best H.264 rendition. People other than the owner get the
 * same response as for a video that does not exist. The original upload is never sent, because it can contain
 * location and device data.
 */
export async function serveVideoDownload(viewer: Member, id: string, request: Request): Promise<Response> {
  const { title, playback_id, folder } = await requireOwnRendition(viewer, id)
  const name = getDownloadFileName(title)
  const headers = {
    'content-type': 'video/mp4',
    'cache-control': 'private, no-store',
    'content-disposition': `attachment; filename="${toAscii(name)}"; filename*=UTF-8''${encodeFileName(name)}`,
  }
  if (request.method === 'HEAD') return new Response(null, { headers })
  enforceRateLimit('downloads', viewer.id)
  const file = await oncePerMember(viewer.id, () =>
    inTurn('downloads', () => makeFile(`media/${playback_id}/${folder}`, request.signal)),
  )
  const { size } = await file.stat()
  const body = Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>
  return new Response(body, { headers: { ...headers, 'content-length': String(size) } })
}

async function requireOwnRendition(viewer: Member, id: string) {
  if (!isUuid(id)) throw new ApiError('content_not_found')
  const row = await selectWatchableItems(viewer)
    .innerJoin('renditions', 'renditions.content_id', 'content.id')
    .select(['content.title', 'content.playback_id', 'renditions.folder'])
    .where('content.id', '=', id)
    .where('content.user_id', '=', viewer.id)
    .where('content.stream_status', '=', 'ready')
    .where('renditions.superseded_at', 'is', null)
    // Every player can open H.264.
    .where('renditions.codecs', 'like', 'avc1%')
    .orderBy(sql`renditions.width * renditions.height`, 'desc')
    .orderBy('renditions.average_bandwidth', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw new ApiError('content_not_found')
  return row
}

/**
 * Creates the file to send and opens it. The file is deleted while it is open, so that nothing remains on
 * disk even if the request is aborted.
 */
async function makeFile(prefix: string, signal: AbortSignal) {
  const root = join(config.dataDir, 'downloads')
  await removeLeftovers(root)
  const folder = join(root, randomUUID())
  await mkdir(folder, { recursive: true })
  try {
    const keys = await listSegmentKeys(prefix)
    const sizes = await Promise.all(keys.map(async (key) => (await storage.stat(key))?.size ?? 0))
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    const fragments = Readable.from(readObjects(keys))
    return await open(await writeMp4({ fragments, bytes, folder, signal }))
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) throw error
    if (error instanceof SandboxUnavailableError) throw new ApiError('unavailable')
    log.error('download failed', { prefix, error: describeFailure(error) })
    throw new ApiError('download_failed')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Describes a failure that the operator has to investigate. The site created the rendition itself, so a
 * rendition that cannot be read must have been damaged in storage. The error's own message is not used,
 * because it is about uploads.
 */
function describeFailure(error: unknown): string {
  return error instanceof MediaRejectedError ? `the stored rendition is ${error.code}` : String(error)
}

async function listSegmentKeys(prefix: string): Promise<string[]> {
  const playlist = await storage.open(`${prefix}/index.m3u8`)
  if (!playlist) throw new ApiError('content_not_found')
  return listMediaFiles(await text(playlist.body)).map((file) => `${prefix}/${file}`)
}

async function* readObjects(keys: readonly string[]): AsyncIterable<Uint8Array> {
  for (const key of keys) {
    const object = await storage.open(key)
    if (!object) throw new Error(`${key} is missing`)
    yield* object.body
  }
}

const leftoverMs = 3600_000

/** Removes the folders of processes that crashed while creating a file. */
async function removeLeftovers(root: string): Promise<void> {
  for (const name of await readdir(root).catch(() => [])) {
    const path = join(root, name)
    const made = await stat(path).catch(() => null)
    if (made && made.mtimeMs < Date.now() - leftoverMs) await rm(path, { recursive: true, force: true })
  }
}

/** Replaces the characters that the plain `filename` parameter cannot contain. */
function toAscii(name: string): string {
  return name.replace(/[^ -~]|["\\%]/g, '_')
}

function encodeFileName(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
}
