import { sql } from 'kysely'
import { type LadderRung, buildBitrateLadder } from '#media/encode/bitrate-ladder.ts'
import type { VideoSource } from '#media/probe/probe-video.ts'
import { db } from '#server/platform/db/db.ts'

/** What renditions cost: output pixels per frame × seconds, at 30 frames per second; at 60 it is twice as much. */
export function estimateEncodeWork(
  source: VideoSource,
  rungs: LadderRung[] = buildBitrateLadder(source),
): number {
  return rungs.reduce((sum, { width, height, fps }) => sum + width * height * (fps / 30), 0) * source.duration
}

/** Work a second that two cores manage, about, for as long as nothing was measured. */
export const defaultEncodeSpeed = 4_000_000

/**
 * Seconds that this much work may take before a try is given up: an hour and twelve times the estimate, by the slower of
 * the usual and the likely speed, because a machine that is busy or small must still be able to finish.
 */
export function encodeTimeLimit(work: number, speed: number | null): number {
  return 3600 + (12 * work) / Math.min(speed ?? defaultEncodeSpeed, defaultEncodeSpeed)
}

/** Work a second of wall time that this installation managed: the median of its last 20 ladders. Null at first. */
export async function loadMedianEncodeSpeed(): Promise<number | null> {
  const { rows } = await sql<{ speed: number | null }>`
    select percentile_cont(0.5) within group (order by work / seconds) as speed
    from (select work, seconds from encode_speeds order by measured_at desc limit 20) as latest`.execute(db)
  return rows[0]?.speed ?? null
}

export async function recordEncodeSpeed(work: number, seconds: number): Promise<void> {
  await db.insertInto('encode_speeds').values({ work, seconds }).execute()
  await sql`delete from encode_speeds where measured_at <
    (select measured_at from encode_speeds order by measured_at desc offset 200 limit 1)`.execute(db)
}
