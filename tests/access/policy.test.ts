/*
 * Checks the five pure policy functions over every combination of inputs, against the tables of their design,
 * which are repeated here as data. `policy-sql-equivalence.test.ts` checks that the policy in SQL makes the
 * same decisions.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ageBands, type SafetyPreset, safetyPresets } from '#contract/safety/safety-defaults.ts'
import {
  type PolicyAsker,
  type PolicyRelationship,
  commentAccess,
  followAccess,
  type PolicyItem,
  canBeListed,
  type PolicyOwner,
  profileAccess,
  watchAccess,
} from '#server/access-policy/policy.ts'
import { allPolicyItems as items, allCombinations, bothBooleans } from './policy-combinations.ts'

const askers: PolicyAsker[] = allCombinations({
  kind: ['anonymous', 'member', 'staff'],
  band: ageBands,
  sees16: bothBooleans,
  hasCase: bothBooleans,
})
const relationships: PolicyRelationship[] = allCombinations({
  isSelf: bothBooleans,
  follow: ['none', 'pending', 'approved'],
  isBlocked: bothBooleans,
  isMuted: bothBooleans,
})
const owners: PolicyOwner[] = allCombinations({
  band: ageBands,
  isPrivate: bothBooleans,
  isAway: bothBooleans,
  commentsFrom: ['everyone', 'followers', 'nobody'],
})
/**
 * Excludes combinations that the database forbids: people cannot follow, block or mute themselves; anonymous
 * viewers have no items and no relationships; only staff have cases.
 */
const pairs = askers
  .flatMap((asker) => relationships.map((relationship) => ({ asker, between: relationship })))
  .filter(isPossible)

function isPossible({
  asker,
  between: relationship,
}: {
  asker: PolicyAsker
  between: PolicyRelationship
}): boolean {
  const isRelated = relationship.follow !== 'none' || relationship.isBlocked || relationship.isMuted
  if (asker.kind === 'anonymous' && (relationship.isSelf || isRelated)) return false
  return !(relationship.isSelf && isRelated) && (asker.kind === 'staff' || !asker.hasCase)
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
 * Who may see an item, by the owner's profile and the item's visibility. Items of a private profile are
 * visible to followers at most.
 */
const audiences = {
  public: { public: 'anybody', followers: 'followers', only_me: 'nobody' },
  private: { public: 'followers', followers: 'followers', only_me: 'nobody' },
} as const

function isInAudience(
  asker: PolicyAsker,
  relationship: PolicyRelationship,
  owner: PolicyOwner,
  item: PolicyItem,
): boolean {
  const audience = audiences[owner.isPrivate ? 'private' : 'public'][item.visibility]
  const mayKnow = { anybody: true, followers: relationship.follow === 'approved', nobody: false }[audience]
  const isOldEnough = { all: true, '16': asker.sees16 }[item.rating]
  return [mayKnow, isOldEnough, item.isReady, !owner.isAway, !relationship.isBlocked].every(Boolean)
}

function watchSays(
  asker: PolicyAsker,
  relationship: PolicyRelationship,
  owner: PolicyOwner,
  item: PolicyItem,
) {
  const state = states[item.isDeleted ? 'deleted' : item.moderation]
  if (relationship.isSelf) return state.owner
  if (isInAudience(asker, relationship, owner, item) && state.audience === 'full') return 'full'
  return asker.hasCase ? state.inCase : 'none'
}

function listedSays(
  asker: PolicyAsker,
  relationship: PolicyRelationship,
  owner: PolicyOwner,
  item: PolicyItem,
): boolean {
  const isFor =
    isInAudience(asker, relationship, owner, item) ||
    // Owners find their own public items in the public lists. Items of a private profile are in its
    // followers' lists, and the owner finds them in the dashboard.
    (relationship.isSelf && item.visibility === 'public' && !owner.isPrivate && item.isReady && !owner.isAway)
  return states[item.isDeleted ? 'deleted' : item.moderation].inLists && isFor && !relationship.isMuted
}

function profileSays(asker: PolicyAsker, relationship: PolicyRelationship, owner: PolicyOwner) {
  const cells = {
    self: 'full',
    away: asker.hasCase ? 'full' : 'none',
    open: 'full',
    closed: asker.hasCase || relationship.follow === 'approved' ? 'full' : 'card',
  } as const
  if (relationship.isSelf) return cells.self
  return cells[owner.isAway || relationship.isBlocked ? 'away' : owner.isPrivate ? 'closed' : 'open']
}

/** The defaults for members aged 18 or 19: whom they may follow. Staff cannot follow anybody. */
const followedByGrown = { '13-15': 'no', '16-17': 'request', '18-19': 'instant' } as const

let combinations = 0

test('decides who may open and who may find an item, for every combination of inputs', () => {
  for (const { asker, between: relationship } of pairs)
    for (const owner of owners)
      for (const item of items) {
        combinations += 2
        const opened = watchAccess(asker, relationship, owner, item)
        if (opened !== watchSays(asker, relationship, owner, item))
          fail('watch', opened, asker, relationship, owner, item)
        const found = canBeListed(asker, relationship, owner, item)
        if (found !== listedSays(asker, relationship, owner, item))
          fail('listed', found, asker, relationship, owner, item)
      }
})

test('no item can be found that cannot be opened, and no deleted or quarantined item can be played', () => {
  for (const { asker, between: relationship } of pairs)
    for (const owner of owners)
      for (const item of items) {
        const opened = watchAccess(asker, relationship, owner, item)
        if (canBeListed(asker, relationship, owner, item)) assert.equal(opened, 'full')
        if (item.isDeleted || item.moderation === 'quarantined') assert.ok(['none', 'stub'].includes(opened))
      }
})

test('decides how much of a profile is shown and who may follow it, for every combination of inputs', () => {
  for (const { asker, between: relationship } of pairs)
    for (const owner of owners) {
      combinations += 1 + safetyPresets.length
      const shown = profileAccess(asker, relationship, owner)
      if (shown !== profileSays(asker, relationship, owner))
        fail('profile', shown, asker, relationship, owner)
      for (const preset of safetyPresets) {
        const followed = followAccess(asker, relationship, owner, preset)
        if (followed !== followSays(asker, relationship, owner))
          fail('follow', followed, asker, relationship, owner)
      }
    }
})

function followSays(asker: PolicyAsker, relationship: PolicyRelationship, owner: PolicyOwner) {
  const isThere = !owner.isAway && !relationship.isBlocked && !relationship.isSelf
  if (asker.kind !== 'member' || !isThere) return 'no'
  const byAge = asker.band === '18-19' ? followedByGrown[owner.band] : 'instant'
  return byAge === 'instant' && owner.isPrivate ? 'request' : byAge
}

test('decides who may comment, for every combination of inputs', () => {
  for (const { asker, between: relationship } of pairs)
    for (const owner of owners)
      for (const item of items) {
        const opened = watchSays(asker, relationship, owner, item)
        for (const preset of safetyPresets) {
          combinations += 1
          const result = commentAccess(asker, relationship, owner, item, preset)
          const isRight = result === commentSays(asker, relationship, owner, item, opened, preset)
          if (!isRight) fail('comment', result, asker, relationship, owner, item)
        }
      }
})

/**
 * Rulings 38 and 39 and the defaults for comments. Strangers cannot comment on limited items. Comments by
 * adult strangers under a minor's video must pass the strict word lists. In the `strict` preset, comments
 * under videos of creators aged 16 or over wait for the creator's approval.
 */
function commentSays(
  asker: PolicyAsker,
  relationship: PolicyRelationship,
  owner: PolicyOwner,
  item: PolicyItem,
  opened: string,
  preset: SafetyPreset,
) {
  if (opened !== 'full' || asker.kind !== 'member') return 'no'
  if (relationship.isSelf) return 'yes'
  const relation = relationship.follow === 'approved' ? 'follower' : 'stranger'
  const mayAtAll = {
    everyone: { follower: true, stranger: item.moderation !== 'limited' },
    followers: { follower: true, stranger: false },
    nobody: { follower: false, stranger: false },
  }[owner.commentsFrom][relation]
  if (!mayAtAll) return 'no'
  if (relation === 'follower' || asker.band !== '18-19') return 'yes'
  const ofAdultStrangers = {
    standard: { '13-15': 'strict', '16-17': 'strict', '18-19': 'yes' },
    strict: { '13-15': 'strict', '16-17': 'held', '18-19': 'yes' },
  } as const
  return ofAdultStrangers[preset][owner.band]
}

test('the policy test checks more than 1,000,000 input combinations', () => {
  assert.ok(combinations > 1_000_000)
  console.log(`policy: ${combinations.toLocaleString('en')} combinations agree with the tables`)
})

function fail(what: string, result: unknown, ...given: object[]): never {
  assert.fail(`${what} says ${String(result)} for ${JSON.stringify(given)}`)
}
