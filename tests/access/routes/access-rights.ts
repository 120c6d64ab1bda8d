import {
  type AccessActor,
  accessActors,
  type CommentName,
  type ItemName,
  itemNames,
  type PersonName,
} from '#tests/support/access-fixtures/access-fixture-types.ts'
import type { RecordOwner } from '#tests/support/access-fixtures/private-records.ts'

/*
 * The access tables, written by hand from the design: one line for each resource, listing the actors with
 * access.
 */

export type AccessRights<Name extends string> = Record<Name, readonly AccessActor[]>

const all = accessActors
const allButBlocks = without('blocked', 'blocker')
const nobody: AccessActor[] = []
const owner: AccessActor[] = ['owner']
const followers: AccessActor[] = ['owner', 'follower']
/** Signed in and aged 16 or over. */
const grown = without('blocked', 'blocker', 'anonymous', 'revoked', 'young')

function without(...names: AccessActor[]): AccessActor[] {
  return accessActors.filter((name) => !names.includes(name))
}

export function isStaffActor(actor: AccessActor): boolean {
  return ['moderator', 'caseworker', 'admin'].includes(actor)
}

function forEachItem(who: readonly AccessActor[]): AccessRights<ItemName> {
  return Object.fromEntries(itemNames.map((name) => [name, who])) as AccessRights<ItemName>
}

/** Can open and play it. */
export const watchRights: AccessRights<ItemName> = {
  public: allButBlocks,
  followers,
  only_me: owner,
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

/** Can open its page. Owners can also open items that were taken down, to read the reasons. */
export const openPageRights: AccessRights<ItemName> = { ...watchRights, removed: owner, quarantined: owner }

/**
 * Can load its media. A moderator who has claimed its case can too, unless the item is quarantined or
 * deleted.
 */
export const playMediaRights: AccessRights<ItemName> = Object.fromEntries(
  itemNames.map((name) => {
    const isSealed = ['quarantined', 'deleted', 'never'].includes(name)
    return [
      name,
      isSealed ? watchRights[name] : [...new Set<AccessActor>([...watchRights[name], 'caseworker'])],
    ]
  }),
) as AccessRights<ItemName>

/** Can see its case in the queue. */
export const caseRights: AccessRights<ItemName> = {
  ...forEachItem(['moderator', 'caseworker', 'admin']),
  quarantined: ['admin'],
  never: nobody,
}

/** Finds it in lists. An owner's followers-only items are in their dashboard, not in the public lists. */
export const findInListsRights: AccessRights<ItemName> = {
  ...watchRights,
  followers: ['follower'],
  only_me: nobody,
  of_private_profile: ['follower'],
  limited: nobody,
  pending: nobody,
  held: nobody,
  not_ready: nobody,
  of_suspended: nobody,
  of_leaving: nobody,
}

/** Finds it on a page with the public lists and a row of the viewer's own items. */
export const browseRights: AccessRights<ItemName> = {
  ...findInListsRights,
  followers,
  only_me: owner,
  limited: owner,
  pending: owner,
  held: owner,
}

/** Owns it, in every state except deleted. */
export const ownerRights: AccessRights<ItemName> = {
  ...forEachItem(owner),
  deleted: nobody,
  never: nobody,
}

/** Can feature it: staff can feature what everybody can find. */
export const featureRights: AccessRights<ItemName> = {
  ...forEachItem(nobody),
  public: ['moderator', 'caseworker', 'admin'],
}

/** May appear in search engines, regardless of the viewer. */
export const indexingRights: AccessRights<ItemName> = {
  ...forEachItem(nobody),
  public: all,
}

export const profileRights: AccessRights<PersonName> = {
  public: allButBlocks,
  private: allButBlocks,
  suspended: owner,
  leaving: owner,
  never: nobody,
}

/** Sees the full profile, not only its card. */
export const fullProfileRights: AccessRights<PersonName> = { ...profileRights, private: followers }

/** Can report them, including users the reporter has blocked. */
export const reportUserRights: AccessRights<PersonName> = {
  ...profileRights,
  public: without('blocked'),
  private: without('blocked'),
}

/**
 * Can block them. Blocking the same user again succeeds; blocked users cannot find the user who blocked them.
 */
export const blockUserRights: AccessRights<PersonName> = {
  ...profileRights,
  public: without('blocked'),
  private: without('blocked'),
  suspended: ['owner', 'blocker'],
  leaving: ['owner', 'blocker'],
}

/** For actions on nonexistent users that are harmless: the response is the same for every user. */
export const missingUserRights: AccessRights<PersonName> = {
  public: nobody,
  private: nobody,
  suspended: nobody,
  leaving: nobody,
  never: nobody,
}

export const ownRecordRights: AccessRights<RecordOwner> = { theirs: owner, never: nobody }
export const noRecordRights: AccessRights<RecordOwner> = { theirs: nobody, never: nobody }
/** Appeals against the caseworker's decision are open to every other moderator. */
export const appealRights: AccessRights<RecordOwner> = { theirs: ['moderator', 'admin'], never: nobody }

/**
 * Comments under another creator's public item, and one under an only-me item (access-comments.ts lists the
 * authors).
 */
export const readCommentRights: AccessRights<CommentName> = {
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

/** The same as reading; authors can also delete their own held comments. */
export const deleteCommentRights: AccessRights<CommentName> = {
  ...readCommentRights,
  held: ['stranger'],
  waiting: ['stranger'],
}

/** Can approve a comment that waits for them. */
export const approveCommentRights: AccessRights<CommentName> = {
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
