import { sql } from 'kysely'
import { type LadderRung, buildBitrateLadder } from '#media/encode/bitrate-ladder.ts'
import type { VideoSource } from '#media/probe/probe-video.ts'
import { db } from '#server/platform/db/db.ts'

/**
 * Estimates the work that encoding the renditions takes. The work is the number of output pixels per frame,
 * times the duration in seconds, times the frame rate divided by 30. A rendition with 60 frames per second
 * therefore takes twice as much work as a rendition with 30.
 */
export function estimateEncodeWork(
  source: VideoSource,
  rungs: LadderRung[] = buildBitrateLadder(source),
): number {
  return rungs.reduce((sum, { width, height, fps }) => sum + width * height * (fps / 30), 0) * source.duration
}

/**
 * The approximate amount of encoding work (see `estimateEncodeWork`) that two cores do per second. This
 * default speed is used until a speed has been measured.
 */
export const defaultEncodeSpeed = 4_000_000

/**
 * Returns the time limit of an attempt in seconds. The limit is an hour plus twelve times the estimated time.
 * The estimate uses the measured or the default speed, whichever is slower, so that an attempt can also
 * finish on a busy or small machine.
 */
export function getEncodingTimeLimit(work: number, speed: number | null): number {
  return 3600 + (12 * work) / Math.min(speed ?? defaultEncodeSpeed, defaultEncodeSpeed)
}

/**
 * Returns the median encoding speed (estimated work per second of wall time; see `estimateEncodeWork`) of the
 * last 20 ladders encoded on this installation. Returns null if no ladder has been encoded yet.
 */
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
