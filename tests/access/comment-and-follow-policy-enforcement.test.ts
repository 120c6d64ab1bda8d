/*
 * The comment and follow actions read the input of their access decisions from the database. The comment and
 * follow actions must make the same decisions as the pure policy functions, for every owner, item,
 * relationship and viewer, in both presets.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type AgeBand, ageBands, safetyPresets } from '#contract/safety/safety-defaults.ts'
import { getAllowedSettingValues } from '#contract/safety/safety-setting-choices.ts'
import { loadRelationship } from '#server/access-policy/user-relationship.ts'
import { loadConfig } from '#server/platform/config.ts'
import { closeDatabase, db, openDatabase, transaction } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { loadCommentPolicy } from '#server/access-policy/comment-policy.ts'
import { commentModes } from '#contract/engagement/comment-modes.ts'
import {
  decideCommentAccess,
  decideFollowAccess,
} from '#server/access-policy/comment-and-follow-permissions.ts'
import {
  toCommentAccessInput,
  toFollowAccessInput,
  type OwnerFacts,
  type RelationshipFacts,
} from './policy-oracle.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { cartesianProduct, booleanValues } from './policy-combinations.ts'

const ages: Record<AgeBand, number> = { '13-15': 14, '16-17': 16, '18-19': 18 }

interface Creator {
  id: string
  band: AgeBand
  isPrivate: boolean
  isHidden: boolean
  commentsFrom: OwnerFacts['commentsFrom']
  follow: RelationshipFacts['follow']
  isBlocked: boolean
}

const creators: Creator[] = cartesianProduct<Omit<Creator, 'id'>>({
  band: ageBands,
  isPrivate: booleanValues,
  isHidden: booleanValues,
  commentsFrom: ['everyone', 'followers', 'nobody'],
  follow: ['none', 'pending', 'approved'],
  isBlocked: booleanValues,
}).map((creator) => ({ id: randomUUID(), ...creator }))

const videos = creators.flatMap((creator) =>
  cartesianProduct({ moderation: ['approved', 'limited'] as const, mode: commentModes }).map((video) => ({
    id: randomUUID(),
    creator,
    ...video,
  })),
)

const viewers = cartesianProduct({ band: ageBands, role: ['user', 'moderator'] as const }).map((viewer) => ({
  id: randomUUID(),
  ...viewer,
}))

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

let combinations = 0

for (const preset of safetyPresets)
  test(`comments and follows are allowed exactly when the policy allows them in the ${preset} preset`, async () => {
    loadConfig({ SAFETY_PRESET: preset, DATA_DIR: '/nonexistent' })
    for (const viewer of viewers) {
      for (const video of videos) await commentsAgree(viewer, video, preset)
      await transaction(async (tx) => {
        for (const creator of creators) {
          combinations += 1
          const { followAccess: may } = await loadRelationship(tx, viewer.id, creator.id)
          const facts = toFollowAccessInput(askerOf(viewer), relationshipOf(creator), creator)
          const says = decideFollowAccess(facts, preset)
          assert.equal(may, says, `following: ${JSON.stringify([viewer, creator])}`)
        }
      })
    }
  })

test('the test compares more than 5,000 comment and follow decisions with the policy', () => {
  console.log(`policy of actions: ${combinations.toLocaleString('en')} decisions agree`)
  assert.ok(combinations > 5000)
})

async function commentsAgree(
  viewer: (typeof viewers)[number],
  { id, creator, moderation, mode }: (typeof videos)[number],
  preset: (typeof safetyPresets)[number],
): Promise<void> {
  combinations += 1
  const item = {
    isDeleted: false,
    moderation,
    visibility: 'public',
    publication: 'published',
    status: 'ready',
    rating: 'all',
  } as const
  // If creators in this age band cannot choose this audience for comments, the default audience (`followers`)
  // applies.
  const mayChoose = getAllowedSettingValues('comments_from', creator.band, preset).includes(
    creator.commentsFrom,
  )
  const commentsFrom = mayChoose ? creator.commentsFrom : 'followers'
  const facts = toCommentAccessInput(
    askerOf(viewer),
    relationshipOf(creator),
    { ...creator, commentsFrom },
    item,
    mode,
  )
  const says = decideCommentAccess(facts, preset)
  const response = await loadCommentPolicy(memberOf(viewer), id, db).catch(() => null)
  const given = JSON.stringify([viewer, creator, moderation, mode])
  if (creator.isBlocked || creator.isHidden || (creator.isPrivate && creator.follow !== 'approved'))
    return assert.equal(response, null, given)
  const result = { strict: 'yes', yes: 'yes', approval: 'held', held: 'held', no: 'no' }[says]
  const may = ['followers', 'nobody', 'off', 'staff'].includes(response!.permission)
    ? 'no'
    : response!.permission
  assert.equal(may, result, given)
  assert.equal(response!.usesStrictLists, says === 'strict' || says === 'held', given)
}

function askerOf({ band, role }: (typeof viewers)[number]) {
  const kind = role === 'user' ? ('member' as const) : ('staff' as const)
  return { kind, band, canSeeRated16: band !== '13-15', hasClaimedCase: false }
}

function relationshipOf({ follow: state, isBlocked }: Creator): RelationshipFacts {
  return { isSelf: false, follow: state, isBlocked, isMuted: false }
}

function memberOf({ id, band, role }: (typeof viewers)[number]): Member {
  const day = new Date()
  return {
    kind: 'member',
    id,
    username: 'viewer',
    email: 'viewer@example.com',
    emailVerified: true,
    language: null,
    isAdult: band === '18-19',
    band,
    canSeeRated16: band !== '13-15',
    hasAgedOut: false,
    isSuspended: false,
    role,
    deletionScheduledAt: null,
    session: { id: randomUUID(), createdAt: day, expiresAt: day, renewal: null },
  }
}

async function write(): Promise<void> {
  const people = [
    ...creators.map(({ id, band, isPrivate, isHidden }) => ({ id, band, isPrivate, isHidden, role: 'user' })),
    ...viewers.map(({ id, band, role }) => ({ id, band, isPrivate: false, isHidden: false, role })),
  ].map((person, n) => ({ ...person, name: `person${n}` }))
  await insert(
    'users',
    people.map(({ id, name, role }) => ({
      id,
      email: `${name}@example.com`,
      email_verified: true,
      name,
      role,
      created_at: 'now',
      updated_at: 'now',
    })),
  )
  await insert(
    'private_details',
    people
      .map(({ id, name, band }) => ({
        user_id: id,
        full_name: name,
        age: ages[band],
        age_declared_on: 'today',
        terms_version: '2.0',
        display_name: '',
      }))
      .map((row) => row),
  )
  await insert(
    'profiles',
    people.map(({ id, name, band, isPrivate, isHidden }) => ({
      user_id: id,
      username: name,
      is_minor: band !== '18-19',
      is_private: isPrivate,
      deletion_scheduled_at: isHidden ? 'now' : null,
    })),
  )
  await insert(
    'safety_settings',
    creators.map(({ id, commentsFrom }) => ({
      user_id: id,
      setting: 'comments_from',
      value: commentsFrom,
      changed_at: 'now',
    })),
  )
  await insert(
    'content',
    videos.map(({ id, creator, moderation, mode }) => ({
      id,
      user_id: creator.id,
      title: 'A film',
      content_type: 'talent',
      moderation,
      comment_mode: mode,
      stream_status: 'ready',
      stream_url: '/media/x/master.m3u8',
      playback_id: id,
    })),
  )
  const pairs = viewers.flatMap(({ id }) => creators.map((creator) => ({ id, creator })))
  await insert(
    'follows',
    pairs
      .filter(({ creator }) => creator.follow !== 'none')
      .map(({ id, creator }) => ({
        follower_id: id,
        followed_id: creator.id,
        state: creator.follow,
        approved_at: creator.follow === 'approved' ? 'now' : null,
      })),
  )
  await insert(
    'blocks',
    pairs
      .filter(({ creator }) => creator.isBlocked)
      .map(({ id, creator }) => ({ blocker_id: creator.id, blocked_id: id })),
  )
}

/** Inserts any number of rows in one statement that takes the values as JSON. */
async function insert(table: string, values: Record<string, unknown>[]): Promise<void> {
  const names = sql.join(Object.keys(values[0]!).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${names})
    select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(values)}::jsonb)`.execute(
    db,
  )
}
