/*
 * Checks the five pure policy functions against the tables of their design, repeated here as data, over every
 * combination of inputs. `policy-sql-equivalence.test.ts` checks that the SQL decides the same.
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
const betweens: PolicyRelationship[] = allCombinations({
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
 * Combinations that the database rules out: people cannot follow, block or mute themselves; anonymous viewers
 * have no items and no relationships; only staff have cases.
 */
const pairs = askers.flatMap((asker) => betweens.map((between) => ({ asker, between }))).filter(isPossible)

function isPossible({ asker, between }: { asker: PolicyAsker; between: PolicyRelationship }): boolean {
  const isRelated = between.follow !== 'none' || between.isBlocked || between.isMuted
  if (asker.kind === 'anonymous' && (between.isSelf || isRelated)) return false
  return !(between.isSelf && isRelated) && (asker.kind === 'staff' || !asker.hasCase)
}

/**
 * The table of item states: what the audience, the owner and staff with an open case can see, and whether
 * lists show the item.
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
  between: PolicyRelationship,
  owner: PolicyOwner,
  item: PolicyItem,
): boolean {
  const audience = audiences[owner.isPrivate ? 'private' : 'public'][item.visibility]
  const mayKnow = { anybody: true, followers: between.follow === 'approved', nobody: false }[audience]
  const isOldEnough = { all: true, '16': asker.sees16 }[item.rating]
  return [mayKnow, isOldEnough, item.isReady, !owner.isAway, !between.isBlocked].every(Boolean)
}

function watchSays(asker: PolicyAsker, between: PolicyRelationship, owner: PolicyOwner, item: PolicyItem) {
  const state = states[item.isDeleted ? 'deleted' : item.moderation]
  if (between.isSelf) return state.owner
  if (isInAudience(asker, between, owner, item) && state.audience === 'full') return 'full'
  return asker.hasCase ? state.inCase : 'none'
}

function listedSays(
  asker: PolicyAsker,
  between: PolicyRelationship,
  owner: PolicyOwner,
  item: PolicyItem,
): boolean {
  const isFor =
    isInAudience(asker, between, owner, item) ||
    // Owners find their own items in the lists that show them to everybody. Items of a private profile are in
    // its followers' lists; the owner has them in the dashboard.
    (between.isSelf && item.visibility === 'public' && !owner.isPrivate && item.isReady && !owner.isAway)
  return states[item.isDeleted ? 'deleted' : item.moderation].inLists && isFor && !between.isMuted
}

function profileSays(asker: PolicyAsker, between: PolicyRelationship, owner: PolicyOwner) {
  const cells = {
    self: 'full',
    away: asker.hasCase ? 'full' : 'none',
    open: 'full',
    closed: asker.hasCase || between.follow === 'approved' ? 'full' : 'card',
  } as const
  if (between.isSelf) return cells.self
  return cells[owner.isAway || between.isBlocked ? 'away' : owner.isPrivate ? 'closed' : 'open']
}

/** A row of the defaults: whom members aged 18 or 19 may follow. Staff follow nobody. */
const followedByGrown = { '13-15': 'no', '16-17': 'request', '18-19': 'instant' } as const

let combinations = 0

test('who may open and who may find an item, for every viewer, relationship, owner and item', () => {
  for (const { asker, between } of pairs)
    for (const owner of owners)
      for (const item of items) {
        combinations += 2
        const opened = watchAccess(asker, between, owner, item)
        if (opened !== watchSays(asker, between, owner, item))
          fail('watch', opened, asker, between, owner, item)
        const found = canBeListed(asker, between, owner, item)
        if (found !== listedSays(asker, between, owner, item))
          fail('listed', found, asker, between, owner, item)
      }
})

test('nothing is findable that cannot be opened, and nobody can play deleted or quarantined items', () => {
  for (const { asker, between } of pairs)
    for (const owner of owners)
      for (const item of items) {
        const opened = watchAccess(asker, between, owner, item)
        if (canBeListed(asker, between, owner, item)) assert.equal(opened, 'full')
        if (item.isDeleted || item.moderation === 'quarantined') assert.ok(['none', 'stub'].includes(opened))
      }
})

test('how much of a profile is shown and who may follow it, for every viewer, relationship, owner and preset', () => {
  for (const { asker, between } of pairs)
    for (const owner of owners) {
      combinations += 1 + safetyPresets.length
      const shown = profileAccess(asker, between, owner)
      if (shown !== profileSays(asker, between, owner)) fail('profile', shown, asker, between, owner)
      for (const preset of safetyPresets) {
        const followed = followAccess(asker, between, owner, preset)
        if (followed !== followSays(asker, between, owner)) fail('follow', followed, asker, between, owner)
      }
    }
})

function followSays(asker: PolicyAsker, between: PolicyRelationship, owner: PolicyOwner) {
  const isThere = !owner.isAway && !between.isBlocked && !between.isSelf
  if (asker.kind !== 'member' || !isThere) return 'no'
  const byAge = asker.band === '18-19' ? followedByGrown[owner.band] : 'instant'
  return byAge === 'instant' && owner.isPrivate ? 'request' : byAge
}

test('who may comment, for every viewer, relationship, owner, item and preset', () => {
  for (const { asker, between } of pairs)
    for (const owner of owners)
      for (const item of items) {
        const opened = watchSays(asker, between, owner, item)
        for (const preset of safetyPresets) {
          combinations += 1
          const said = commentAccess(asker, between, owner, item, preset)
          const isRight = said === commentSays(asker, between, owner, item, opened, preset)
          if (!isRight) fail('comment', said, asker, between, owner, item)
        }
      }
})

/**
 * Rulings 38 and 39 and the defaults for comments. Strangers cannot comment on limited items. Comments by
 * adult strangers under a minor's video pass the strict word lists; in `strict`, comments under videos of
 * creators aged 16 or over wait for the creator.
 */
function commentSays(
  asker: PolicyAsker,
  between: PolicyRelationship,
  owner: PolicyOwner,
  item: PolicyItem,
  opened: string,
  preset: SafetyPreset,
) {
  if (opened !== 'full' || asker.kind !== 'member') return 'no'
  if (between.isSelf) return 'yes'
  const relation = between.follow === 'approved' ? 'follower' : 'stranger'
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

test('checks more than 1,000,000 input combinations', () => {
  assert.ok(combinations > 1_000_000)
  console.log(`policy: ${combinations.toLocaleString('en')} combinations agree with the tables`)
})

function fail(what: string, said: unknown, ...given: object[]): never {
  assert.fail(`${what} says ${String(said)} for ${JSON.stringify(given)}`)
}
