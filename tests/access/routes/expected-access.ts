import {
  type FixtureActor,
  fixtureActors,
  type FixtureCommentKey,
  type FixtureItemKey,
  fixtureItemKeys,
  type FixtureProfileKey,
} from '#tests/support/access-fixtures/fixture-types.ts'
import type { PersonalRecordOwner } from '#tests/support/access-fixtures/private-records.ts'

/*
 * The access tables, written by hand from the design documents. Each row of an access table names a resource
 * and lists the actors with access.
 */

export type ExpectedAccess<Name extends string> = Record<Name, readonly FixtureActor[]>

const all = fixtureActors
const allButBlocks = without('blocked', 'blocker')
const nobody: FixtureActor[] = []
const owner: FixtureActor[] = ['owner']
const followers: FixtureActor[] = ['owner', 'follower']
/** Actors who are signed in and aged 16 or over. */
const grown = without('blocked', 'blocker', 'anonymous', 'revoked', 'young')

function without(...names: FixtureActor[]): FixtureActor[] {
  return fixtureActors.filter((name) => !names.includes(name))
}

export function isStaffActor(actor: FixtureActor): boolean {
  return ['moderator', 'caseworker', 'admin'].includes(actor)
}

function forEachItem(who: readonly FixtureActor[]): ExpectedAccess<FixtureItemKey> {
  return Object.fromEntries(fixtureItemKeys.map((name) => [name, who])) as ExpectedAccess<FixtureItemKey>
}

/** Actors who can open and play the item. */
export const expectedWatchAccess: ExpectedAccess<FixtureItemKey> = {
  public: allButBlocks,
  followers,
  only_me: owner,
  unlisted: allButBlocks,
  draft: owner,
  scheduled: owner,
  of_private_profile: followers,
  rated_16: grown,
  limited: allButBlocks,
  pending: owner,
  held: owner,
  removed: nobody,
  quarantined: nobody,
  deleted: nobody,
  not_ready: owner,
  of_suspended: owner,
  of_leaving: owner,
  never: nobody,
}

/**
 * Actors who can open the item's page. Owners can also open items that were taken down, to read the reasons.
 */
export const expectedPageAccess: ExpectedAccess<FixtureItemKey> = {
  ...expectedWatchAccess,
  removed: owner,
  quarantined: owner,
}

/**
 * Actors who can load the item's media. A moderator who has claimed the item's case can also load the media,
 * unless the item is quarantined or deleted.
 */
export const expectedMediaAccess: ExpectedAccess<FixtureItemKey> = Object.fromEntries(
  fixtureItemKeys.map((name) => {
    const isSealed = ['quarantined', 'deleted', 'never'].includes(name)
    return [
      name,
      isSealed
        ? expectedWatchAccess[name]
        : [...new Set<FixtureActor>([...expectedWatchAccess[name], 'caseworker'])],
    ]
  }),
) as ExpectedAccess<FixtureItemKey>

/** Actors who can see the item's case in the moderation queue. */
export const expectedModerationCaseAccess: ExpectedAccess<FixtureItemKey> = {
  ...forEachItem(['moderator', 'caseworker', 'admin']),
  quarantined: ['admin'],
  never: nobody,
}

/**
 * Actors who can find the item in lists. Owners see their followers-only items in the dashboard, not in
 * public lists.
 */
export const expectedVisibilityInLists: ExpectedAccess<FixtureItemKey> = {
  ...expectedWatchAccess,
  followers: ['follower'],
  only_me: nobody,
  unlisted: nobody,
  draft: nobody,
  scheduled: nobody,
  of_private_profile: ['follower'],
  limited: nobody,
  pending: nobody,
  held: nobody,
  not_ready: nobody,
  of_suspended: nobody,
  of_leaving: nobody,
}

/**
 * Actors who can find the item on a page that shows the public lists and also a row with the viewer's own
 * items.
 */
export const expectedBrowsePageVisibility: ExpectedAccess<FixtureItemKey> = {
  ...expectedVisibilityInLists,
  followers,
  only_me: owner,
  unlisted: owner,
  draft: owner,
  scheduled: owner,
  limited: owner,
  pending: owner,
  held: owner,
}

/** The owner of the item, in every item state except deleted. */
export const expectedOwnerAccess: ExpectedAccess<FixtureItemKey> = {
  ...forEachItem(owner),
  deleted: nobody,
  never: nobody,
}

/** Actors who can download the video as an MP4 file. Owners cannot download videos that were taken down. */
export const expectedDownloadAccess: ExpectedAccess<FixtureItemKey> = {
  ...expectedOwnerAccess,
  removed: nobody,
  quarantined: nobody,
  not_ready: nobody,
}

/** Actors who can feature the item. Staff can feature an item that everybody can find. */
export const expectedFeaturingAccess: ExpectedAccess<FixtureItemKey> = {
  ...forEachItem(nobody),
  public: ['moderator', 'caseworker', 'admin'],
}

/** Items that may appear in search engines, regardless of the viewer. */
export const expectedSearchEngineVisibility: ExpectedAccess<FixtureItemKey> = {
  ...forEachItem(nobody),
  public: all,
}

export const expectedProfileAccess: ExpectedAccess<FixtureProfileKey> = {
  public: allButBlocks,
  private: allButBlocks,
  suspended: owner,
  leaving: owner,
  never: nobody,
}

/** Actors who see the full profile instead of only the profile card. */
export const expectedFullProfileAccess: ExpectedAccess<FixtureProfileKey> = {
  ...expectedProfileAccess,
  private: followers,
}

/** Actors who can report the user. People can also report users whom they have blocked. */
export const expectedUserReportingAccess: ExpectedAccess<FixtureProfileKey> = {
  ...expectedProfileAccess,
  public: without('blocked'),
  private: without('blocked'),
}

/**
 * Actors who can block the user. Blocking the same user twice also succeeds. Blocked users cannot block the
 * user who blocked them, because they cannot find that user.
 */
export const expectedUserBlockingAccess: ExpectedAccess<FixtureProfileKey> = {
  ...expectedProfileAccess,
  public: without('blocked'),
  private: without('blocked'),
  suspended: ['owner', 'blocker'],
  leaving: ['owner', 'blocker'],
}

/**
 * Access to actions that succeed without any effect if the user does not exist. The lists of actors are
 * empty, because these actions give the same response for every target user, even a nonexistent one.
 */
export const expectedNoProfileAccess: ExpectedAccess<FixtureProfileKey> = {
  public: nobody,
  private: nobody,
  suspended: nobody,
  leaving: nobody,
  never: nobody,
}

export const expectedOwnRecordAccess: ExpectedAccess<PersonalRecordOwner> = { theirs: owner, never: nobody }
export const expectedNoRecordAccess: ExpectedAccess<PersonalRecordOwner> = {
  theirs: nobody,
  never: nobody,
}
/** Actors who can decide the appeal: every moderator except the moderator who decided the case. */
export const expectedAppealAccess: ExpectedAccess<PersonalRecordOwner> = {
  theirs: ['moderator', 'admin'],
  never: nobody,
}

/**
 * Actors who can read the comment. Except for `under_only_me`, each comment is under a public item that does
 * not belong to the comment's author (fixture-comments.ts lists the authors).
 */
export const expectedCommentReadAccess: ExpectedAccess<FixtureCommentKey> = {
  approved: all,
  waiting: nobody,
  by_blocked: without('blocked', 'blocker', 'owner'),
  of_blocked: allButBlocks,
  of_suspended: nobody,
  of_leaving: nobody,
  held: nobody,
  removed: nobody,
  under_only_me: owner,
  never: nobody,
}

/**
 * Everyone who can read the comment, and the author of a held comment. All other actors get a 404 when they
 * try to delete the comment.
 */
export const expectedCommentDeleteAccess: ExpectedAccess<FixtureCommentKey> = {
  ...expectedCommentReadAccess,
  held: ['stranger'],
  waiting: ['stranger'],
}

/** Actors who can list the replies to a comment. */
export const expectedRepliesAccess: ExpectedAccess<FixtureCommentKey> = {
  ...expectedCommentDeleteAccess,
  waiting: ['stranger', 'owner'],
}

/** Actors who can pin a comment and give it a heart: the owner of the item, if others can read the comment. */
export const expectedCreatorReactionAccess: ExpectedAccess<FixtureCommentKey> = {
  approved: nobody,
  waiting: nobody,
  by_blocked: nobody,
  of_blocked: nobody,
  of_suspended: nobody,
  of_leaving: nobody,
  held: nobody,
  removed: nobody,
  under_only_me: owner,
  never: nobody,
}

/** Actors who can approve a comment that waits for the creator's approval. */
export const expectedCommentApprovalAccess: ExpectedAccess<FixtureCommentKey> = {
  approved: nobody,
  waiting: owner,
  by_blocked: nobody,
  of_blocked: nobody,
  of_suspended: nobody,
  of_leaving: nobody,
  held: nobody,
  removed: nobody,
  under_only_me: nobody,
  never: nobody,
}
