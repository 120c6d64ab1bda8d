/* Adds views and their summaries to the totals of one day. Used by analytics-aggregation.ts. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { viewSources } from '#contract/engagement/views.ts'
import { loadConfig } from '#server/platform/config.ts'
import { closeDatabase, db, openDatabase } from '#server/platform/db/db.ts'
import { addToDailyWatchTotals } from '#server/view-counts/daily-watch-totals.ts'
import { addDailyView } from '#server/view-counts/daily-view-counts.ts'
import { createSeededRandom } from '#tests/support/fixtures/seeded-random.ts'

const [databaseUrl, count] = [process.argv[2]!, Number(process.argv[3])]
/** The number of views that arrive at the same time. */
const wave = 10_000

loadConfig({})
openDatabase(databaseUrl)
const ids = (await db.selectFrom('content').select('id').limit(1000).execute()).map(({ id }) => id)
const random = createSeededRandom(1)
const now = new Date()
const hundredths = Array.from({ length: 100 }, (_, at) => (at < 70 ? 1 : 0))
process.send!('ready')
await once(process, 'message')
for (let sent = 0; sent < count; sent += wave) await addWave(sent)
process.send!('done')
await closeDatabase()

/** A few videos have most of the views. */
async function addWave(from: number): Promise<void> {
  const added = Array.from({ length: wave }, async (_, nth) => {
    const contentId = ids[Math.floor(random() ** 3 * ids.length)]!
    const mark = await addDailyView({ contentId, viewer: `viewer ${from + nth}`, at: now })
    const view = { contentId, viewedAt: now.getTime(), ...mark, seconds: 0, played: null }
    const source = viewSources[nth % viewSources.length]!
    await addToDailyWatchTotals({ view, nonce: randomBytes(12), seconds: 40, hundredths, source })
  })
  await Promise.all(added)
}
