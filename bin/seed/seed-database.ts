import { sql } from 'kysely'
import { db, transaction, type Tx } from '#server/platform/db/db.ts'
import { withDeferredIndexes } from './indexes-and-triggers.ts'
import { seedNotifications, seedReportsAndCases, seedFollows } from './member-activity.ts'
import { createSqlRandomFunctions } from './seeded-random.ts'
import { seedContentItems, planContentItems } from './content-items.ts'
import { computeSeedSize } from './seed-size.ts'
import { seedUsers } from './users.ts'
import { writeSeedMarker, assertNoRealUsers, readSeededItemCount } from './seed-marker.ts'
import { removeSeedData, type SeedProgressCallback } from './remove-seed-data.ts'
import { computeDerivedTables } from './derived-tables.ts'
import { createSqlTemplateFunction } from './text-templates.ts'
import { seedViewCounts } from './view-counts.ts'
import { seedSeries } from './series.ts'
import { seedAnalytics } from './analytics.ts'
import { seedPlaylists, seedWatchHistory } from './playlists-and-history.ts'
import { seedLikesAndComments, generateLikesAndComments } from './likes-and-comments.ts'

/**
 * Fills a site that has no members. Creates the given number of items (`content`) and their related rows in
 * one transaction. The same number of items always produces the same people, items and text. Dates are
 * relative to the current time. If the site was seeded with a different number of items, replaces the seeded
 * data. Returns false if the site was already seeded with the same number of items. The tables are locked, so
 * the site cannot be used until the command is done.
 */
export async function seedDatabase(content: number, reportProgress: SeedProgressCallback): Promise<boolean> {
  const there = await readSeededItemCount()
  if (there === content) return false
  await assertNoRealUsers()
  if (there !== null) await removeSeedData(reportProgress)
  await transaction(async (tx) => {
    await lockUsers(tx)
    await seedEverything(tx, content, reportProgress)
    await writeSeedMarker(tx, content)
  })
  reportProgress('Updating planner statistics')
  await sql`vacuum analyze`.execute(db)
  return true
}

/** Blocks sign-ups until the transaction ends. */
async function lockUsers(tx: Tx): Promise<void> {
  await sql`lock table users in share row exclusive mode`.execute(tx)
  await assertNoRealUsers(tx)
}

async function seedEverything(tx: Tx, content: number, reportProgress: SeedProgressCallback): Promise<void> {
  const measure = computeSeedSize(content)
  await sql`set local work_mem = '128MB'`.execute(tx)
  await sql`set local maintenance_work_mem = '256MB'`.execute(tx)
  await createSqlRandomFunctions(tx)
  await createSqlTemplateFunction(tx)
  await withDeferredIndexes(tx, reportProgress, async () => {
    reportProgress(`${measure.people} people`)
    await seedUsers(tx, measure)
    reportProgress('Planning likes and comments')
    await planContentItems(tx, measure)
    await generateLikesAndComments(tx, measure)
    reportProgress(`${content} items`)
    await seedContentItems(tx)
    await seedSeries(tx)
    reportProgress('Inserting likes and comments')
    await seedLikesAndComments(tx)
    await computeDerivedTables(tx)
    reportProgress('Views')
    await seedViewCounts(tx)
    reportProgress('Follows, notifications and reports')
    await seedFollows(tx, measure)
    await seedNotifications(tx)
    await seedReportsAndCases(tx)
    reportProgress('Playlists, watch history and analytics')
    await seedPlaylists(tx, measure)
    await seedWatchHistory(tx, measure)
    await seedAnalytics(tx, measure)
  })
}
