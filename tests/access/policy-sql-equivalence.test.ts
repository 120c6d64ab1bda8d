/*
 * The access policy in SQL must make the same decisions as the pure policy functions. For every combination
 * of item, owner and relationship, every kind of viewer runs every access-controlled query on real rows. If
 * this test fails, its message names the failing combination.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { closeDatabase, db, openDatabase } from '#server/platform/db/db.ts'
import {
  selectItemsInClaimedCase,
  selectListedBroadcasts,
  selectListedItems,
  selectItemsWithViewablePage,
  selectWatchableItems,
  selectWatchableItemsForMembers,
} from '#server/access-policy/content-queries.ts'
import { selectVisiblePeople } from '#server/access-policy/profile-queries.ts'
import {
  type RelationshipFacts,
  canBeListed,
  canBeListedAsBroadcast,
  decideProfileAccess,
  decideWatchAccess,
} from './policy-oracle.ts'
import { isFullProfileVisible } from '#server/access-policy/visible-profiles.ts'
import { toPublicationColumns } from '#server/content/publication/publication.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import {
  ownerCombinations,
  type TestOwner,
  type TestContentItem,
  testContentItems,
  testViewerOwners,
  type TestViewer,
  testViewers,
} from './policy-test-data.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>

before(async () => {
  database = await createTestDatabase()
  openDatabase(database.url)
  await write()
})
after(async () => {
  await closeDatabase()
  await database.drop()
})

test('content queries return exactly the items that the policy allows', async () => {
  for (const testViewer of testViewers) {
    const [watched, opened, found, reviewed, onAir] = await Promise.all(
      [
        selectWatchableItems,
        selectItemsWithViewablePage,
        selectListedItems,
        selectItemsInClaimedCase,
        selectListedBroadcasts,
      ].map(async (queryName) => {
        const ids = await queryName(testViewer.viewer).select('content.id').execute()
        return new Set(ids.map(({ id }) => id))
      }),
    )
    for (const row of testContentItems) {
      const relationship = relationshipOf(testViewer, row.owner)
      const given = [
        { ...testViewer.asker, hasClaimedCase: false },
        relationship,
        ownerOf(row.owner),
        row,
      ] as const
      const plain = decideWatchAccess(...given)
      assertSame(watched!.has(row.id), plain === 'full', 'watchable', testViewer, row)
      assertSame(
        opened!.has(row.id),
        plain === 'full' || plain === 'stub',
        'page accessible',
        testViewer,
        row,
      )
      assertSame(found!.has(row.id), canBeListed(...given), 'listed', testViewer, row)
      assertSame(onAir!.has(row.id), canBeListedAsBroadcast(...given), 'on air', testViewer, row)
      const inCase = decideWatchAccess(testViewer.asker, relationship, ownerOf(row.owner), row)
      const isReview = testViewer.asker.hasClaimedCase && !relationship.isSelf && inCase !== 'none'
      assertSame(reviewed!.has(row.id), isReview, 'in a case', testViewer, row)
    }
  }
})

test('the query for several members at once returns the same items as the query for one member', async () => {
  const items = await sql<{ id: string; playback_id: string }>`select id, playback_id from content`.execute(
    db,
  )
  const members = testViewers.flatMap(({ viewer }) => (viewer.kind === 'member' ? [viewer] : []))
  const wanted = members.flatMap((viewer) =>
    items.rows.map(({ id, playback_id }) => ({ viewer, id, playbackId: playback_id })),
  )
  const found = await selectWatchableItemsForMembers(wanted).select('content.id').execute()
  const shown = new Set<string>()
  for (const { nth, id } of found) {
    assert.equal(wanted[nth - 1]!.id, id)
    shown.add(`${wanted[nth - 1]!.viewer.session.id} ${id}`)
  }
  let allowed = 0
  for (const viewer of members) {
    const own = await selectWatchableItems(viewer).select('content.id').execute()
    allowed += own.length
    for (const { id } of own)
      assert.ok(shown.has(`${viewer.session.id} ${id}`), `${viewer.id} may watch ${id}`)
  }
  assert.equal(shown.size, allowed)
})

test('profile queries return exactly the profiles that the policy allows', async () => {
  for (const testViewer of testViewers) {
    const seen = await selectVisiblePeople(testViewer.viewer)
      .select(['profiles.user_id', isFullProfileVisible(testViewer.viewer).as('whole')])
      .execute()
    const shown = new Map(seen.map(({ user_id, whole }) => [user_id, whole ? 'full' : 'card']))
    for (const person of [...ownerCombinations, ...testViewerOwners]) {
      const relationship = relationshipOf(testViewer, person)
      const says = decideProfileAccess(
        { ...testViewer.asker, hasClaimedCase: false },
        relationship,
        ownerOf(person),
      )
      const given = JSON.stringify([testViewer.name, person])
      assert.equal(shown.get(person.id) ?? 'none', says, `people and the policy differ for ${given}`)
    }
  }
})

test('the test compares the SQL queries with the policy for more than 10,000 items', () => {
  const count =
    testViewers.length * (testContentItems.length * 4 + ownerCombinations.length + testViewerOwners.length)
  console.log(
    `policy in SQL: ${count.toLocaleString('en')} decisions about ${testContentItems.length} items agree`,
  )
  assert.ok(testContentItems.length > 10_000)
})

function assertSame(
  sqlSays: boolean,
  policySays: boolean,
  queryName: string,
  testViewer: TestViewer,
  row: TestContentItem,
): void {
  if (sqlSays === policySays) return
  assert.fail(
    `${queryName}: SQL says ${sqlSays}, the policy ${policySays}: ${testViewer.name} ${JSON.stringify(row)}`,
  )
}

/**
 * Gives all viewers the same relationship with an owner. The viewers have no relationship with each other.
 */
function relationshipOf({ viewer, self }: TestViewer, owner: TestOwner): RelationshipFacts {
  if (viewer.kind === 'anonymous') return { isSelf: false, follow: 'none', isBlocked: false, isMuted: false }
  const { follow, block, isMuted } = owner
  return { isSelf: owner === self, follow, isBlocked: block !== 'none', isMuted }
}

function ownerOf({ isPrivate, away: why }: TestOwner) {
  return { band: '16-17', isPrivate, isHidden: why !== null, commentsFrom: 'everyone' } as const
}

/**
 * Inserts all rows in a few SQL statements. The search triggers are disabled because this test does not cover
 * search.
 */
async function write(): Promise<void> {
  const everybody = [...ownerCombinations, ...testViewerOwners]
  await sql`alter table content disable trigger user`.execute(db)
  await insert(
    'users',
    everybody.map(({ id }) => ({ id, email: `${id}@example.com` })),
  )
  await insert(
    'profiles',
    everybody.map((person, at) => ({
      user_id: person.id,
      username: `person_${at}`,
      is_private: person.isPrivate,
      deletion_scheduled_at: person.away === 'leaving' ? 'now' : null,
      suspended_until:
        { banned: 'infinity', suspended: 'tomorrow' }[String(person.away)] ??
        (person.wasSuspended ? 'yesterday' : null),
    })),
  )
  const relations = testViewerOwners.flatMap(({ id }) => ownerCombinations.map((other) => ({ id, other })))
  await insert(
    'follows',
    relations
      .filter(({ other }) => other.follow !== 'none')
      .map(({ id, other }) => ({
        follower_id: id,
        followed_id: other.id,
        state: other.follow,
        approved_at: other.follow === 'approved' ? 'now' : null,
      })),
  )
  await insert(
    'blocks',
    relations.flatMap(({ id, other: { id: theirs, block } }) => {
      if (block === 'none') return []
      const [blocker_id, blocked_id] = block === 'by them' ? [theirs, id] : [id, theirs]
      return [{ blocker_id, blocked_id }]
    }),
  )
  await insert(
    'mutes',
    relations.flatMap(({ id, other }) => (other.isMuted ? [{ muter_id: id, muted_id: other.id }] : [])),
  )
  await insert(
    'content',
    testContentItems.map(({ id, owner, isDeleted, status, ...item }) => ({
      id,
      user_id: owner.id,
      title: 'A film',
      content_type: 'talent',
      ...toPublicationColumns({
        publication_state: item.publication,
        publish_at: item.publication === 'scheduled' ? new Date() : null,
        visibility: item.visibility,
      }),
      moderation: item.moderation,
      rating: item.rating,
      stream_status: status === 'on_air' ? 'live' : status,
      stream_url: '/media/x/master.m3u8',
      playback_id: id,
      deleted_at: isDeleted ? 'now' : null,
    })),
  )
  // The index that allows one broadcast per person is dropped, because each person has several here.
  await sql`drop index broadcasts_one_per_person`.execute(db)
  await insert(
    'broadcasts',
    testContentItems
      .filter(({ status }) => status === 'live' || status === 'on_air')
      .map(({ id, owner, status }) => ({
        content_id: id,
        user_id: owner.id,
        source: 'browser',
        state: status === 'on_air' ? 'on_air' : 'waiting',
        delay_seconds: 10,
        next_chunk: 0,
        created_at: 'now',
        started_at: status === 'on_air' ? 'now' : null,
        ingest_fence: 0,
        recording_state: 'none',
      })),
  )
  await writeCases()
  await sql`analyze`.execute(db)
}

/**
 * One moderator has claimed every open case about other people's items. A second moderator has claimed only
 * cases that are now closed.
 */
async function writeCases(): Promise<void> {
  const [open, closed] = ['with a case', 'with a closed case'].map(
    (what) => testViewers.find(({ name }) => name === `moderator ${what}`)!.self!,
  )
  await sql`insert into cases (subject, content_id, user_id, priority, claimed_by, claimed_at)
    select 'content', id, user_id, 1, ${open!.id}, now() from content where user_id <> ${open!.id}`.execute(
    db,
  )
  await sql`insert into cases (subject, content_id, user_id, priority, claimed_by, claimed_at, closed_at)
    select 'content', id, user_id, 1, ${closed!.id}, now(), now() from content`.execute(db)
}

/** Inserts any number of rows in one statement, with the values as JSON. */
async function insert(table: string, values: Record<string, unknown>[]): Promise<void> {
  const names = sql.join(Object.keys(values[0]!).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${names})
    select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(values)}::jsonb)`.execute(
    db,
  )
}
