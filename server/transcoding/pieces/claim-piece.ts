import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { db, transaction, type Tx } from '#server/platform/db/db.ts'
import { StaleAttemptError } from '../transcode-attempt.ts'

/** A piece that this process encodes. */
export interface ClaimedPiece {
  contentId: string
  fence: number
  group: 'audio' | 'low' | 'high'
  rungs: string[]
  firstSegment: number
  segments: number | null
  work: number
  /** How often encoding this piece has started, including this time. */
  tries: number
  /** The fencing token of this claim. Each claim of the piece gets a higher token. */
  claim: number
}

/** A worker counts as dead after this many seconds without a heartbeat. Heartbeats are due every 5 s. */
const heartbeatTimeoutSeconds = 15
const maxHeartbeatDelaySeconds = 6

/** Identifies this process in the database. */
const worker = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`

/**
 * Returns when the next piece is due, and the estimated work that remains for its video. Returns null if no
 * piece is waiting. Does not claim the piece.
 */
export async function findNextPiece(): Promise<{ dueAt: Date; work: number } | null> {
  const next = await selectNextPiece(db)
    .select(['transcode_pieces.due_at', 'transcode_pieces.content_id'])
    .executeTakeFirst()
  if (!next) return null
  const { work } = await db
    .selectFrom('transcode_pieces')
    .select(({ fn }) => fn.sum<number>('work').as('work'))
    .where('content_id', '=', next.content_id)
    .where('state', 'in', ['waiting', 'encoding'])
    .executeTakeFirstOrThrow()
  return { dueAt: next.due_at, work }
}

/** Claims the next piece for this process. Pieces of dead workers can be claimed again. */
export async function claimNextPiece(): Promise<ClaimedPiece | null> {
  return transaction(async (tx) => {
    const next = await selectNextPiece(tx)
      .select([
        'transcode_pieces.content_id',
        'transcode_pieces.rung_group',
        'transcode_pieces.first_segment',
      ])
      .forUpdate('transcode_pieces')
      .skipLocked()
      .executeTakeFirst()
    if (!next) return null
    const row = await tx
      .updateTable('transcode_pieces')
      .set({ state: 'encoding', worker, heartbeat_at: sql<Date>`now()`, progress: 0 })
      .set(({ eb }) => ({ tries: eb('tries', '+', 1), claim: eb('claim', '+', 1) }))
      .where('content_id', '=', next.content_id)
      .where('rung_group', '=', next.rung_group)
      .where('first_segment', '=', next.first_segment)
      .returningAll()
      .executeTakeFirstOrThrow()
    return {
      contentId: row.content_id,
      fence: row.fence,
      group: row.rung_group,
      rungs: row.rungs,
      firstSegment: row.first_segment,
      segments: row.segments,
      work: row.work,
      tries: row.tries,
      claim: row.claim,
    }
  })
}

/**
 * Returns whether the worker of a piece has missed a heartbeat, so that the piece may soon have to be claimed by
 * another worker.
 */
export async function hasSilentPiece(): Promise<boolean> {
  const silent = await selectNextPiece(db, maxHeartbeatDelaySeconds)
    .select('transcode_pieces.content_id')
    .executeTakeFirst()
  return silent !== undefined
}

/**
 * Selects the piece that is due first and is waiting or has sent no heartbeat for `timeout` seconds. Within a
 * video, the audio and the lowest rungs come first.
 */
function selectNextPiece(from: typeof db | Tx, timeout = heartbeatTimeoutSeconds) {
  return selectItemsWithoutAccessCheck(from)
    .innerJoin('streams', 'streams.content_id', 'content.id')
    .innerJoin('transcode_pieces', (on) =>
      on
        .onRef('transcode_pieces.content_id', '=', 'streams.content_id')
        .onRef('transcode_pieces.fence', '=', 'streams.fence'),
    )
    .where('content.deleted_at', 'is', null)
    .where('streams.state', '=', 'encoding')
    .where(({ or, and, eb }) =>
      or([
        eb('transcode_pieces.state', '=', 'waiting'),
        and([
          eb('transcode_pieces.state', '=', 'encoding'),
          sql<boolean>`transcode_pieces.heartbeat_at < now() - ${timeout} * interval '1 second'`,
        ]),
      ]),
    )
    .orderBy('transcode_pieces.due_at')
    .orderBy('transcode_pieces.content_id')
    .orderBy(sql`array_position(array['audio', 'low', 'high'], transcode_pieces.rung_group)`)
    .orderBy('transcode_pieces.first_segment')
    .limit(1)
}

/**
 * Changes the row of a claimed piece. Throws StaleAttemptError if another worker has claimed the piece, or if
 * the piece is no longer needed.
 */
export async function updateClaimedPiece(
  tx: Tx,
  { contentId, fence, group, firstSegment, claim }: ClaimedPiece,
  values: {
    state?: 'waiting' | 'encoded'
    worker?: null
    heartbeat_at?: null | ReturnType<typeof sql<Date>>
    progress?: number
    tries?: number
    segments?: number | null
    work?: number
    storage_key?: string
  },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('transcode_pieces')
    .set(values)
    .where('content_id', '=', contentId)
    .where('fence', '=', fence)
    .where('rung_group', '=', group)
    .where('first_segment', '=', firstSegment)
    .where('claim', '=', claim)
    .where('state', '=', 'encoding')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new StaleAttemptError()
}

/** Returns a claimed piece to the waiting pieces. If it was not the piece's fault, the try does not count. */
export async function returnPiece(
  piece: ClaimedPiece,
  { countsAsTry }: { countsAsTry: boolean },
): Promise<void> {
  const tries = countsAsTry ? piece.tries : piece.tries - 1
  await transaction((tx) =>
    updateClaimedPiece(tx, piece, { state: 'waiting', worker: null, heartbeat_at: null, progress: 0, tries }),
  )
}
