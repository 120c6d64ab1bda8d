import { sql } from 'kysely'
import { broadcastLimits } from '#contract/broadcasts/broadcast-limits.ts'
import type { BroadcastEndReason } from '#contract/broadcasts/broadcasts.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { continueMatroska, describeMatroskaTracks } from '#media/live/source/matroska-continuation.ts'
import { selectOwnItems } from '#server/access-policy/content-queries.ts'
import { transaction } from '#server/platform/db/db.ts'
import { readBodyBytes } from '#server/platform/http/request-body.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { isDiskFullError } from '#server/platform/storage/storage-errors.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { isUuid } from '#server/platform/uuid.ts'
import { chunkBytesCounter } from './broadcast-metrics.ts'
import { signalBroadcastChange } from './broadcast-signals.ts'
import {
  broadcastStorageKey,
  createChunkObjectName,
  sourceHeaderObjectName,
} from './broadcast-storage-keys.ts'
import { assertBitrate, assertChunkRate, delayRefusal } from './chunk-limits.ts'
import { announceBroadcastChange } from './end-broadcast.ts'
import { lockItem } from './lock-item.ts'
import { readStoredObject } from './read-stored-object.ts'
import { describeSourceRejection } from './source-rejection-messages.ts'

/** Receives a chunk of the member's broadcast from a browser (`broadcastChunkPath`). */
export async function receiveChunk(...args: Parameters<typeof tryReceiveChunk>): Promise<Response> {
  await tryReceiveChunk(...args).catch(delayRefusal)
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
}

async function tryReceiveChunk(
  viewer: Member,
  { id, number, sender }: { id: string; number: string; sender: string },
  request: Request,
): Promise<void> {
  assertChunkRate(viewer)
  const chunk = readNumber(number)
  const broadcast = isUuid(id) && chunk !== null ? await findOwnSource(viewer, id) : undefined
  if (!broadcast || chunk === null || broadcast.source !== 'browser') throw new ApiError('content_not_found')
  const from = { number: chunk, sender: readNumber(sender) }
  if (checkChunkOrder(broadcast, from) === 'stored') return
  const received = await readChunk(id, request)
  const source = { contentId: id, playbackId: broadcast.playback_id }
  const isContinued = broadcast.sender_first_chunk > 0
  const bytes = isContinued ? await continueSource(source, broadcast, chunk, received) : received
  await storeChunk(source, from, bytes)
}

/** Reads the body of the request, unless its declared length is already too much for the bitrate limit. */
async function readChunk(contentId: string, request: Request): Promise<Uint8Array> {
  const declared = request.headers.get('content-length')
  if (declared !== null) await assertBitrate(contentId, Number(declared))
  const bytes = await readBodyBytes(request, broadcastLimits.maxChunkBytes, 'broadcast_chunk_too_large')
  if (declared === null) await assertBitrate(contentId, bytes.byteLength)
  return bytes
}

function readNumber(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}

/** Converts a chunk from a page that continues the broadcast to the next bytes of the stored stream. */
async function continueSource(
  { playbackId }: StoredSource,
  sender: { sender_first_chunk: number; sender_shift_ms: number },
  number: number,
  received: Uint8Array,
): Promise<Uint8Array> {
  const chunk = Buffer.from(received.buffer, received.byteOffset, received.byteLength)
  if (number === sender.sender_first_chunk) {
    const header = await readStoredObject(broadcastStorageKey(playbackId, sourceHeaderObjectName))
    const tracks = describeMatroskaTracks(chunk)
    if (tracks === null || tracks !== describeMatroskaTracks(header))
      throw new ApiError('broadcast_format_changed')
  }
  const bytes = continueMatroska(chunk, sender.sender_shift_ms)
  if (!bytes) throw new ApiError('broadcast_format_changed')
  return bytes
}

function findOwnSource(viewer: Member, id: string) {
  return selectOwnItems(viewer.id)
    .innerJoin('broadcasts', 'broadcasts.content_id', 'content.id')
    .select(['content.playback_id', 'broadcasts.source', 'broadcasts.state', 'broadcasts.next_chunk'])
    .select(['sender_number', 'sender_first_chunk', 'sender_shift_ms'])
    .select(['broadcasts.end_reason', 'broadcasts.end_detail'])
    .where('content.id', '=', id)
    .executeTakeFirst()
}

type StoredSource = { contentId: string; playbackId: string }
/** The number of a chunk, and the number of the page that sends it (0 for encoders). */
type ChunkOrigin = { number: number; sender: number | null }

interface StoredSender {
  state: string
  next_chunk: number
  sender_number: number
  end_reason: BroadcastEndReason | null
  end_detail: string | null
}

/**
 * Returns whether the chunk is already stored or is the next one to store. Throws if the broadcast has ended, if
 * another page has continued it, or if an earlier chunk is missing.
 */
function checkChunkOrder(row: StoredSender, { number, sender }: ChunkOrigin): 'stored' | 'next' {
  const { state, next_chunk: expected } = row
  const isFromOtherPage = sender !== row.sender_number
  if (number < expected && !isFromOtherPage) return 'stored'
  if (state === 'ended') throw describeEnd(row)
  if (isFromOtherPage) throw new ApiError('broadcast_continued')
  if (number > expected) throw new ApiError('broadcast_chunk_order', { expected })
  return 'next'
}

function describeEnd({ end_reason, end_detail }: StoredSender): ApiError {
  if (end_reason !== 'rejected') return new ApiError('broadcast_ended')
  return new ApiError('broadcast_rejected', { reason: describeSourceRejection(end_detail) })
}

/**
 * Stores the next chunk of a broadcast. The bytes are stored under a new name before the row is inserted. If
 * the same chunk arrives twice at the same time, only one of the requests inserts a row, so the bytes of a
 * stored chunk never change. Returns false if the chunk was already stored. Call `assertBitrate` before. Throws
 * `broadcast_ended`, `broadcast_rejected`, `broadcast_continued`, `broadcast_chunk_order` or `storage_full`.
 */
export async function storeChunk(
  { contentId, playbackId }: StoredSource,
  origin: ChunkOrigin,
  bytes: Uint8Array,
): Promise<boolean> {
  if (bytes.byteLength === 0) throw new ApiError('invalid_input', { problem: 'the chunk is empty' })
  const object_name = createChunkObjectName(origin.number)
  const key = broadcastStorageKey(playbackId, object_name)
  await storage.putBytes(key, bytes, { isLive: true }).catch((error: unknown) => {
    throw isDiskFullError(error) ? new ApiError('storage_full') : error
  })
  const isStored = await insertChunk(contentId, origin, {
    byte_length: bytes.byteLength,
    object_name,
  }).catch(async (error: unknown) => {
    // If the broadcast was stopped in the meantime, the bytes must not remain in storage. If the connection to
    // the database broke, the row may have been committed, so the bytes must remain.
    if (error instanceof ApiError) await storage.remove(key)
    throw error
  })
  if (isStored) chunkBytesCounter.inc(bytes.byteLength)
  else await storage.remove(key)
  return isStored
}

/** Inserts the row of a chunk. Returns false if the chunk already has a row. */
async function insertChunk(
  contentId: string,
  origin: ChunkOrigin,
  { byte_length, object_name }: { byte_length: number; object_name: string },
): Promise<boolean> {
  const { number } = origin
  return transaction(async (tx) => {
    // The first chunk starts the broadcast and publishes an event.
    if (number === 0) await lockItem(tx, contentId)
    const row = await tx
      .selectFrom('broadcasts')
      .select(['state', 'next_chunk', 'sender_number', 'end_reason', 'end_detail'])
      .where('content_id', '=', contentId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new ApiError('content_not_found')
    if (checkChunkOrder(row, origin) === 'stored') return false
    const source_offset = sql<number>`coalesce((select source_offset + byte_length from broadcast_chunks
      where content_id = ${contentId} and number = ${number - 1}), 0)`
    await tx
      .insertInto('broadcast_chunks')
      .values({ content_id: contentId, number, byte_length, object_name, source_offset })
      .execute()
    await tx
      .updateTable('broadcasts')
      .set({ next_chunk: number + 1, last_data_at: sql<Date>`clock_timestamp()` })
      .$if(row.state === 'waiting', (query) =>
        query.set({ state: 'on_air', started_at: sql<Date>`clock_timestamp()` }),
      )
      .where('content_id', '=', contentId)
      .execute()
    if (row.state === 'waiting') await announceBroadcastChange(tx, contentId)
    else await signalBroadcastChange(tx, contentId)
    return true
  })
}
