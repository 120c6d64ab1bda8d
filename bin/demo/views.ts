import { sql } from 'kysely'
import { addVideoView, addWatchSummary, type ViewSource } from '#contract/engagement/views.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { DemoApiClient, DemoApiClients } from './api-client.ts'
import { type DemoClip, isPublicClip } from './clips.ts'
import type { DemoDataRecord } from './demo-data-record.ts'
import { demoDataRecordKeyForClip, demoDataRecordKeyForTitle } from './publish-clip.ts'

/**
 * The number of visitors who watch a clip on each day. The last of these days is the day before yesterday,
 * because yesterday's analytics may not have appeared yet.
 */
const audiences: Readonly<Record<string, readonly number[]>> = {
  'Neon Rain': [13, 11, 18, 14, 20, 16],
  'Locker 114': [14, 11],
  'Sub Bass for Small Speakers': [12, 10],
}

/** The traffic sources of the views. Visitors are assigned to the sources in turn. */
const sources: readonly ViewSource[] = ['home', 'search', 'home', 'recommended', 'home', 'search', 'external']

/**
 * Adds a few views by the demo’s members to every clip. Some clips also get enough views by visitors for
 * analytics to appear.
 */
export async function addDemoViews(
  db: Db,
  createVisitor: (userAgent: string) => Pick<DemoApiClient, 'call'>,
  people: DemoApiClients,
  demoDataRecord: Pick<DemoDataRecord, 'has' | 'getId' | 'record'>,
  clips: readonly DemoClip[],
): Promise<void> {
  for (const [nth, clip] of clips.filter(isPublicClip).entries()) {
    const id = demoDataRecord.getId(demoDataRecordKeyForClip(clip))
    if (!id || audiences[clip.title] || demoDataRecord.has(`views:${clip.title}`)) continue
    const others = [...people].filter(([name]) => name !== clip.by).map(([, member]) => member)
    const viewers = others.slice(0, 1 + ((nth * 7) % Math.max(1, others.length)))
    for (const member of viewers) await member.call(addVideoView, { params: { id } })
    await moveViews(db, id, 1)
    await demoDataRecord.record(`views:${clip.title}`)
  }
  for (const [title, days] of Object.entries(audiences)) {
    const clip = clips.find((one) => one.title === title)
    const id = demoDataRecord.getId(demoDataRecordKeyForTitle(title))
    if (!clip || !id || demoDataRecord.has(`views:${title}`)) continue
    for (const [at, count] of days.entries()) {
      for (let nth = 0; nth < count; nth++)
        await watchClip(createVisitor(`Demo browser ${at}.${nth}`), id, clip.seconds, nth)
      await moveViews(db, id, days.length - at + 1)
    }
    await demoDataRecord.record(`views:${title}`)
  }
}

/**
 * Plays a clip from the beginning to a point that depends on `nth`. Many viewers leave after a third of the
 * clip.
 */
async function watchClip(
  visitor: Pick<DemoApiClient, 'call'>,
  id: string,
  duration: number,
  nth: number,
): Promise<void> {
  const params = { id }
  const { token } = await visitor.call(addVideoView, { params })
  const percent = nth % 3 === 1 ? 30 + (nth % 7) : nth % 5 === 2 ? 60 + nth : 100
  await visitor.call(addWatchSummary, {
    params,
    body: {
      token,
      seconds: Math.max(1, Math.round((duration * percent) / 100)),
      played: encodeHundredths(percent),
      source: sources[nth % sources.length]!,
    },
  })
}

/** Encodes the hundredths of a video that were watched (the first `count`) as 100 bits in hexadecimal. */
function encodeHundredths(count: number): string {
  const bits = '1'.repeat(count).padEnd(100, '0')
  return bits.replaceAll(/.{4}/g, (four) => Number.parseInt(four, 2).toString(16))
}

/**
 * Moves the newest views of a clip into the past. Writes to the database directly, because the API accepts
 * only views that happen now. Analytics rows that were moved in an earlier call are at least a day old, so
 * this call moves only the new rows.
 */
async function moveViews(db: Db, id: string, daysAgo: number): Promise<void> {
  for (const name of ['daily_video_analytics', 'daily_view_sources', 'daily_view_counts']) {
    const table = sql.table(name)
    await sql`update ${table} set day = (now() at time zone 'UTC')::date - ${daysAgo}::int
      where content_id = ${id} and day = (select max(day) from ${table} where content_id = ${id})`.execute(db)
  }
}
