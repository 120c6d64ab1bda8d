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
 * Who may what, by hand: the tables of the plan (safety.md), a line for each thing, and who stands on it.
 */

export type AccessRights<Name extends string> = Record<Name, readonly AccessActor[]>

const all = accessActors
const allButBlocks = without('blocked', 'blocker')
const nobody: AccessActor[] = []
const owner: AccessActor[] = ['owner']
const followers: AccessActor[] = ['owner', 'follower']
/** Of 16 and more, and signed in. */
const grown = without('blocked', 'blocker', 'anonymous', 'revoked', 'young')

function without(...names: AccessActor[]): AccessActor[] {
  return accessActors.filter((name) => !names.includes(name))
}

export function isStaffActor(actor: AccessActor): boolean {
  return ['moderator', 'caseworker', 'admin'].includes(actor)
}

function each(who: readonly AccessActor[]): AccessRights<ItemName> {
  return Object.fromEntries(itemNames.map((name) => [name, who])) as AccessRights<ItemName>
}

/** Opens and plays it. */
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

/** Opens its page: also one's own that was taken down, to read why. */
export const openPageRights: AccessRights<ItemName> = { ...watchRights, removed: owner, quarantined: owner }

/** Gets its bytes: also who has claimed the case about it, unless it is sealed or gone. */
export const playMediaRights: AccessRights<ItemName> = Object.fromEntries(
  itemNames.map((name) => {
    const isSealed = ['quarantined', 'deleted', 'never'].includes(name)
    return [
      name,
      isSealed ? watchRights[name] : [...new Set<AccessActor>([...watchRights[name], 'caseworker'])],
    ]
  }),
) as AccessRights<ItemName>

/** Has the case about it in the queue. */
export const caseRights: AccessRights<ItemName> = {
  ...each(['moderator', 'caseworker', 'admin']),
  quarantined: ['admin'],
  never: nobody,
}

/** Finds it in lists. What one has for followers stands in one's own dashboard, not in the lists for all. */
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

/** Finds it on a page that has the lists for all, and a row of one's own. */
export const browseRights: AccessRights<ItemName> = {
  ...findInListsRights,
  followers,
  only_me: owner,
  limited: owner,
  pending: owner,
  held: owner,
}

/** Whose it is, in every state but deleted. */
export const ownerRights: AccessRights<ItemName> = {
  ...each(owner),
  deleted: nobody,
  never: nobody,
}

/** Features it: staff, what everybody may find. */
export const featureRights: AccessRights<ItemName> = {
  ...each(nobody),
  public: ['moderator', 'caseworker', 'admin'],
}

/** What may leave the site, whoever asks. */
export const indexingRights: AccessRights<ItemName> = {
  ...each(nobody),
  public: all,
}

export const profileRights: AccessRights<PersonName> = {
  public: allButBlocks,
  private: allButBlocks,
  suspended: owner,
  leaving: owner,
  never: nobody,
}

/** Who sees all of a profile, and not its card. */
export const fullProfileRights: AccessRights<PersonName> = { ...profileRights, private: followers }

/** Reports them: also whom one has blocked. */
export const reportUserRights: AccessRights<PersonName> = {
  ...profileRights,
  public: without('blocked'),
  private: without('blocked'),
}

/** Keeps somebody out. Who did so before does it again; who was kept out meets nobody to do it to. */
export const blockUserRights: AccessRights<PersonName> = {
  ...profileRights,
  public: without('blocked'),
  private: without('blocked'),
  suspended: ['owner', 'blocker'],
  leaving: ['owner', 'blocker'],
}

/** What does no harm to nobody: one hears the same whoever it is about. */
export const missingUserRights: AccessRights<PersonName> = {
  public: nobody,
  private: nobody,
  suspended: nobody,
  leaving: nobody,
  never: nobody,
}

export const ownRecordRights: AccessRights<RecordOwner> = { theirs: owner, never: nobody }
export const noRecordRights: AccessRights<RecordOwner> = { theirs: nobody, never: nobody }
/** A second look at what the caseworker has decided is for everybody else who looks after people. */
export const appealRights: AccessRights<RecordOwner> = { theirs: ['moderator', 'admin'], never: nobody }

/** Comments under a public item of somebody else, and one under an item for its owner alone (cast.ts says who wrote which). */
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

/** As `read`; and one's own that is held can be taken back. */
export const deleteCommentRights: AccessRights<CommentName> = {
  ...readCommentRights,
  held: ['stranger'],
  waiting: ['stranger'],
}

/** Lets a comment stand that waits for them. */
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
