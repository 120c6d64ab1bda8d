/*
 * Checks the policy functions and the oracle for every combination of inputs. The expected results are the
 * tables in the design document, which are repeated here as data. `policy-sql-equivalence.test.ts` checks
 * that the SQL of the access policy makes the same decisions as the oracle.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ageBands, type SafetyPreset, safetyPresets } from '#contract/safety/safety-defaults.ts'
import { commentModes } from '#contract/engagement/comment-modes.ts'
import {
  decideCommentAccess,
  decideFollowAccess,
} from '#server/access-policy/comment-and-follow-permissions.ts'
import {
  canBeListed,
  canBeListedAsBroadcast,
  toCommentAccessInput,
  toFollowAccessInput,
  type ContentFacts,
  type OwnerFacts,
  type RelationshipFacts,
  type ViewerFacts,
  decideProfileAccess,
  decideWatchAccess,
} from './policy-oracle.ts'
import { allItemStates as items, cartesianProduct, booleanValues } from './policy-combinations.ts'

const askers: ViewerFacts[] = cartesianProduct({
  kind: ['anonymous', 'member', 'staff'],
  band: ageBands,
  canSeeRated16: booleanValues,
  hasClaimedCase: booleanValues,
})
const relationships: RelationshipFacts[] = cartesianProduct({
  isSelf: booleanValues,
  follow: ['none', 'pending', 'approved'],
  isBlocked: booleanValues,
  isMuted: booleanValues,
})
const owners: OwnerFacts[] = cartesianProduct({
  band: ageBands,
  isPrivate: booleanValues,
  isHidden: booleanValues,
  commentsFrom: ['everyone', 'followers', 'nobody'],
})
/**
 * Excludes combinations that the database forbids. People cannot follow, block or mute themselves, anonymous
 * viewers have no items and no relationships, and only staff have cases.
 */
const pairs = askers
  .flatMap((viewer) => relationships.map((relationship) => ({ asker: viewer, between: relationship })))
  .filter(isPossible)

function isPossible({
  asker: viewer,
  between: relationship,
}: {
  asker: ViewerFacts
  between: RelationshipFacts
}): boolean {
  const isRelated = relationship.follow !== 'none' || relationship.isBlocked || relationship.isMuted
  if (viewer.kind === 'anonymous' && (relationship.isSelf || isRelated)) return false
  return !(relationship.isSelf && isRelated) && (viewer.kind === 'staff' || !viewer.hasClaimedCase)
}

/**
 * The table of item states: what the audience, the owner and staff with an open case can see, and whether
 * lists include the item.
 */
const states = {
  pending: { audience: 'none', owner: 'full', inCase: 'review', inLists: false },
  held: { audience: 'none', owner: 'full', inCase: 'review', inLists: false },
  approved: { audience: 'full', owner: 'full', inCase: 'review', inLists: true },
  limited: { audience: 'full', owner: 'full', inCase: 'review', inLists: false },
  removed: { audience: 'none', owner: 'stub', inCase: 'review', inLists: false },
  quarantined: { audience: 'none', owner: 'stub', inCase: 'none', inLists: false },
  deleted: { audience: 'none', owner: 'none', inCase: 'none', inLists: false },
} as const

/**
 * For each kind of profile and each visibility, the viewers other than the owner who may see an item. Only
 * followers can see the items of a private profile.
 */
const audiences = {
  public: { public: 'anybody', followers: 'followers', unlisted: 'anybody', only_me: 'nobody' },
  private: { public: 'followers', followers: 'followers', unlisted: 'followers', only_me: 'nobody' },
} as const

function isInAudience(
  viewer: ViewerFacts,
  relationship: RelationshipFacts,
  owner: OwnerFacts,
  item: ContentFacts,
): boolean {
  const audience = audiences[owner.isPrivate ? 'private' : 'public'][item.visibility]
  const mayKnow = { anybody: true, followers: relationship.follow === 'approved', nobody: false }[audience]
  const isOldEnough = { all: true, '16': viewer.canSeeRated16 }[item.rating]
  const isPublished = { draft: false, scheduled: false, published: true }[item.publication]
  const isPlayable = { processing: false, ready: true, live: true, on_air: true }[item.status]
  return [mayKnow, isOldEnough, isPlayable, isPublished, !owner.isHidden, !relationship.isBlocked].every(
    Boolean,
  )
}

function watchSays(
  viewer: ViewerFacts,
  relationship: RelationshipFacts,
  owner: OwnerFacts,
  item: ContentFacts,
) {
  const state = states[item.isDeleted ? 'deleted' : item.moderation]
  if (relationship.isSelf) return state.owner
  if (isInAudience(viewer, relationship, owner, item) && state.audience === 'full') return 'full'
  return viewer.hasClaimedCase ? state.inCase : 'none'
}

function listedSays(
  viewer: ViewerFacts,
  relationship: RelationshipFacts,
  owner: OwnerFacts,
  item: ContentFacts,
  status: ContentFacts['status'] = 'ready',
): boolean {
  const isFor =
    isInAudience(viewer, relationship, owner, item) ||
    // Owners find their own public items in the public lists. If the profile is private, only followers find
    // the items in lists, and the owner finds them in the dashboard.
    (relationship.isSelf &&
      item.visibility === 'public' &&
      item.publication === 'published' &&
      !owner.isPrivate &&
      !owner.isHidden)
  const isListable = states[item.isDeleted ? 'deleted' : item.moderation].inLists
  const isOfList = item.status === status && item.visibility !== 'unlisted'
  return isListable && isOfList && isFor && !relationship.isMuted
}

function profileSays(viewer: ViewerFacts, relationship: RelationshipFacts, owner: OwnerFacts) {
  const cells = {
    self: 'full',
    away: viewer.hasClaimedCase ? 'full' : 'none',
    open: 'full',
    closed: viewer.hasClaimedCase || relationship.follow === 'approved' ? 'full' : 'card',
  } as const
  if (relationship.isSelf) return cells.self
  return cells[owner.isHidden || relationship.isBlocked ? 'away' : owner.isPrivate ? 'closed' : 'open']
}

/**
 * Whether and how members aged 18 or 19 can follow members in each age band by default. Staff cannot follow
 * anybody.
 */
const followedByGrown = { '13-15': 'no', '16-17': 'request', '18-19': 'instant' } as const

let combinations = 0

test('the policy correctly decides who may open and who may find an item, for every combination of inputs', () => {
  for (const { asker: viewer, between: relationship } of pairs)
    for (const owner of owners)
      for (const item of items) {
        combinations += 2
        const opened = decideWatchAccess(viewer, relationship, owner, item)
        if (opened !== watchSays(viewer, relationship, owner, item))
          fail('watch', opened, viewer, relationship, owner, item)
        const found = canBeListed(viewer, relationship, owner, item)
        if (found !== listedSays(viewer, relationship, owner, item))
          fail('listed', found, viewer, relationship, owner, item)
        const onAir = canBeListedAsBroadcast(viewer, relationship, owner, item)
        if (onAir !== listedSays(viewer, relationship, owner, item, 'on_air'))
          fail('on air', onAir, viewer, relationship, owner, item)
      }
})

test('a viewer who can find an item can also open it, and no deleted or quarantined item can be played', () => {
  for (const { asker: viewer, between: relationship } of pairs)
    for (const owner of owners)
      for (const item of items) {
        const opened = decideWatchAccess(viewer, relationship, owner, item)
        if (canBeListed(viewer, relationship, owner, item)) assert.equal(opened, 'full')
        if (item.isDeleted || item.moderation === 'quarantined') assert.ok(['none', 'stub'].includes(opened))
      }
})

test('the policy correctly decides who sees how much of a profile and who may follow it, for every combination of inputs', () => {
  for (const { asker: viewer, between: relationship } of pairs)
    for (const owner of owners) {
      combinations += 1 + safetyPresets.length
      const shown = decideProfileAccess(viewer, relationship, owner)
      if (shown !== profileSays(viewer, relationship, owner))
        fail('profile', shown, viewer, relationship, owner)
      for (const preset of safetyPresets) {
        const isMember = viewer.kind !== 'anonymous'
        const followed = isMember
          ? decideFollowAccess(toFollowAccessInput(viewer, relationship, owner), preset)
          : 'no'
        if (followed !== followSays(viewer, relationship, owner))
          fail('follow', followed, viewer, relationship, owner)
      }
    }
})

function followSays(viewer: ViewerFacts, relationship: RelationshipFacts, owner: OwnerFacts) {
  const isThere = !owner.isHidden && !relationship.isBlocked && !relationship.isSelf
  if (viewer.kind !== 'member' || !isThere) return 'no'
  const byAge = viewer.band === '18-19' ? followedByGrown[owner.band] : 'instant'
  return byAge === 'instant' && owner.isPrivate ? 'request' : byAge
}

test('the policy correctly decides who may comment, for every combination of inputs', () => {
  for (const { asker: viewer, between: relationship } of pairs)
    for (const owner of owners)
      for (const item of items) {
        const opened = watchSays(viewer, relationship, owner, item)
        for (const preset of safetyPresets) {
          combinations += 1
          const mayAsk = opened === 'full' && viewer.kind !== 'anonymous'
          const facts = toCommentAccessInput(viewer, relationship, owner, item)
          const result = mayAsk ? decideCommentAccess(facts, preset) : 'no'
          const isRight = result === commentSays(viewer, relationship, owner, item, opened, preset)
          if (!isRight) fail('comment', result, viewer, relationship, owner, item)
        }
      }
})

/**
 * Returns the expected comment permission, according to ruling 39 (docs/spec-coverage.md) and the defaults
 * for comments. Strangers cannot comment on limited items. Comments by adult strangers under a minor's video
 * are checked against the strict word lists. In the `strict` preset, comments by adult strangers wait for the
 * creator's approval if the creator is 16 or 17.
 */
function commentSays(
  viewer: ViewerFacts,
  relationship: RelationshipFacts,
  owner: OwnerFacts,
  item: ContentFacts,
  opened: string,
  preset: SafetyPreset,
) {
  if (opened !== 'full' || viewer.kind !== 'member') return 'no'
  if (relationship.isSelf) return 'yes'
  const relation = relationship.follow === 'approved' ? 'follower' : 'stranger'
  const mayAtAll = {
    everyone: { follower: true, stranger: item.moderation !== 'limited' },
    followers: { follower: true, stranger: false },
    nobody: { follower: false, stranger: false },
  }[owner.commentsFrom][relation]
  if (!mayAtAll) return 'no'
  if (relation === 'follower' || viewer.band !== '18-19') return 'yes'
  const ofAdultStrangers = {
    standard: { '13-15': 'strict', '16-17': 'strict', '18-19': 'yes' },
    strict: { '13-15': 'strict', '16-17': 'held', '18-19': 'yes' },
  } as const
  return ofAdultStrangers[preset][owner.band]
}

test('a video’s comment setting can only restrict who may comment, for every combination of inputs', () => {
  const narrowed = {
    yes: { everyone: 'yes', followers: 'yes', held: 'approval', off: 'no' },
    strict: { everyone: 'strict', followers: 'no', held: 'held', off: 'no' },
    held: { everyone: 'held', followers: 'no', held: 'held', off: 'no' },
    no: { everyone: 'no', followers: 'no', held: 'no', off: 'no' },
  } as const
  for (const { asker: viewer, between: relationship } of pairs)
    for (const owner of owners)
      for (const moderation of ['approved', 'limited'] as const)
        for (const preset of safetyPresets)
          for (const mode of commentModes) {
            combinations += 1
            const facts = toCommentAccessInput(viewer, relationship, owner, { moderation }, mode)
            const result = decideCommentAccess(facts, preset)
            const byAccount = decideCommentAccess({ ...facts, mode: 'everyone' }, preset)
            assert.notEqual(byAccount, 'approval')
            const isStranger = relationship.follow !== 'approved' && !relationship.isSelf
            const expected =
              relationship.isSelf && byAccount === 'yes' && mode !== 'off'
                ? 'yes'
                : mode === 'followers' && isStranger
                  ? 'no'
                  : narrowed[byAccount as keyof typeof narrowed][mode]
            if (result !== expected) fail(`comment with ${mode}`, result, viewer, relationship, owner)
          }
})

test('the policy test checks more than 1,000,000 input combinations', () => {
  assert.ok(combinations > 1_000_000)
  console.log(`policy: ${combinations.toLocaleString('en')} combinations agree with the tables`)
})

function fail(what: string, result: unknown, ...given: object[]): never {
  assert.fail(`${what} says ${String(result)} for ${JSON.stringify(given)}`)
}
