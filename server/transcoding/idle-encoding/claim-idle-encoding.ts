import { sql } from 'kysely'
import { canEncodeAgain, type IdleCodec, type RungCrfs } from '#media/idle-encoding/idle-codecs.ts'
import type { VideoSource } from '#media/probe/probe-video.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { db, transaction, type Tx } from '#server/platform/db/db.ts'
import { StaleAttemptError } from '../transcode-attempt.ts'
import { qualifiesForIdleEncoding, selectIdleEncodingCandidates } from './idle-encoding-candidates.ts'

/** A video that this process re-encodes. */
export interface ClaimedIdleEncoding {
  contentId: string
  playbackId: string
  codec: IdleCodec
  /** The transcoding attempt (`streams.fence`) whose file is encoded. */
  fence: number
  /** The fencing token of this claim. Each claim of the video gets a higher token. */
  claim: number
  /** How often encoding has started since the last piece was completed, including this time. */
  tries: number
  source: VideoSource
  /** The storage key of the uploaded file. */
  original: string
  fileSize: number
  /** The first segments of the pieces that are already encoded. */
  pieces: number[]
  /** The CRFs that trial encodes have chosen. Null if they are not chosen yet. */
  crfs: RungCrfs | null
}

/** Claims the most urgent video for this process. Returns null if no video is worth re-encoding. */
export async function claimIdleEncoding(): Promise<ClaimedIdleEncoding | null> {
  for (;;) {
    const claimed = await transaction(claimNext)
    if (!claimed) return null
    if (canEncodeAgain(claimed.source)) return claimed
    await endIdleEncoding(claimed, 'failed')
  }
}

async function claimNext(tx: Tx): Promise<ClaimedIdleEncoding | null> {
  const next = await selectIdleEncodingCandidates(tx, 1)
    .innerJoin('uploads', 'uploads.content_id', 'content.id')
    .select(['content.id', 'content.playback_id', 'content.file_url', 'uploads.file_size'])
    .select(['streams.fence', 'streams.source'])
    .select(sql<IdleCodec>`codecs.codec`.as('codec'))
    .forUpdate('streams')
    .skipLocked()
    .executeTakeFirst()
  if (!next) return null
  const row = await tx
    .insertInto('idle_encodings')
    .values({
      content_id: next.id,
      codec: next.codec,
      fence: next.fence,
      state: 'encoding',
      tries: 1,
      claim: 1,
      heartbeat_at: sql<Date>`now()`,
    })
    .onConflict((on) =>
      on.columns(['content_id', 'codec']).doUpdateSet({
        fence: next.fence,
        state: 'encoding',
        claim: sql<number>`idle_encodings.claim + 1`,
        tries: sql<number>`case when idle_encodings.fence = excluded.fence then idle_encodings.tries + 1 else 1 end`,
        pieces: sql<
          number[]
        >`case when idle_encodings.fence = excluded.fence then idle_encodings.pieces else '{}' end`,
        crfs: sql`case when idle_encodings.fence = excluded.fence then idle_encodings.crfs end`,
        heartbeat_at: sql<Date>`now()`,
      }),
    )
    .returning(['claim', 'tries', 'pieces', 'crfs'])
    .executeTakeFirstOrThrow()
  return {
    contentId: next.id,
    playbackId: next.playback_id,
    codec: next.codec,
    fence: next.fence,
    source: next.source as VideoSource,
    original: next.file_url!,
    fileSize: next.file_size,
    ...row,
  }
}

type Claim = Pick<ClaimedIdleEncoding, 'contentId' | 'codec' | 'fence' | 'claim'>

/**
 * Runs `work` in a transaction that commits only if this process still has the claim, and if the video still
 * qualifies. Otherwise throws StaleAttemptError.
 */
export async function runInIdleEncodingTransaction<Result>(
  { contentId, codec, fence, claim }: Claim,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return transaction(async (tx) => {
    const mine = await selectItemsWithoutAccessCheck(tx)
      .innerJoin('streams', 'streams.content_id', 'content.id')
      .innerJoin('idle_encodings', 'idle_encodings.content_id', 'content.id')
      .select('content.id')
      .where('content.id', '=', contentId)
      .where('streams.fence', '=', fence)
      .where('idle_encodings.codec', '=', codec)
      .where('idle_encodings.fence', '=', fence)
      .where('idle_encodings.claim', '=', claim)
      .where('idle_encodings.state', '=', 'encoding')
      .where(qualifiesForIdleEncoding)
      .forUpdate(['streams', 'idle_encodings'])
      .executeTakeFirst()
    if (!mine) throw new StaleAttemptError()
    return work(tx)
  })
}

/** Saves the CRFs that trial encodes have chosen, so that all pieces are encoded with the same CRFs. */
export async function saveRungCrfs(claimed: Claim, crfs: RungCrfs): Promise<void> {
  await runInIdleEncodingTransaction(claimed, async (tx) => {
    await selectClaim(tx, claimed)
      .set({ crfs: JSON.stringify(crfs), heartbeat_at: sql<Date>`now()` })
      .execute()
  })
}

/** Saves that a piece is encoded. Earlier failures no longer count. */
export async function saveEncodedPiece(claimed: Claim, firstSegment: number): Promise<void> {
  await runInIdleEncodingTransaction(claimed, async (tx) => {
    await selectClaim(tx, claimed)
      .set({ pieces: sql<number[]>`array_append(pieces, ${firstSegment}::int)` })
      .set({ tries: 1, heartbeat_at: sql<Date>`now()` })
      .execute()
  })
}

/** Sends a heartbeat. Throws StaleAttemptError if the work is no longer wanted. */
export async function sendIdleEncodingHeartbeat(claimed: Claim): Promise<void> {
  await runInIdleEncodingTransaction(claimed, async (tx) => {
    await selectClaim(tx, claimed)
      .set({ heartbeat_at: sql<Date>`now()` })
      .execute()
  })
}

/**
 * Ends a claim. `waiting` means that a worker continues later. With `isUncounted`, this try does not count as a
 * failure.
 */
export async function endIdleEncoding(
  claimed: Claim,
  state: 'waiting' | 'failed',
  { isUncounted = false } = {},
): Promise<void> {
  await selectClaim(db, claimed)
    .set({ state })
    .set(({ eb }) => (isUncounted ? { tries: eb('tries', '-', 1) } : {}))
    .set(state === 'failed' ? { pieces: [] } : {})
    .execute()
}

/** Makes the next try start from the beginning, because the pieces do not fit together. */
export async function discardEncodedPieces(claimed: Claim): Promise<void> {
  await selectClaim(db, claimed).set({ pieces: [] }).execute()
}

function selectClaim(from: typeof db | Tx, { contentId, codec, fence, claim }: Claim) {
  return from
    .updateTable('idle_encodings')
    .where('content_id', '=', contentId)
    .where('codec', '=', codec)
    .where('fence', '=', fence)
    .where('claim', '=', claim)
}
