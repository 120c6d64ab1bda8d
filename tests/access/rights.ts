import { type Actor, actors, type CommentName, type ItemName, itemNames, type PersonName } from './cast.ts'

/*
 * Who may what, by hand: the tables of the plan (safety.md), a line for each thing, and who stands on it.
 */

export type Rights<Name extends string> = Record<Name, readonly Actor[]>

const all = actors
const allButBlocks = without('blocked', 'blocker')
const nobody: Actor[] = []
const owner: Actor[] = ['owner']
const followers: Actor[] = ['owner', 'follower']
/** Of 16 and more, and signed in. */
const grown = without('blocked', 'blocker', 'anonymous', 'revoked', 'young')

function without(...names: Actor[]): Actor[] {
  return actors.filter((name) => !names.includes(name))
}

function each(who: readonly Actor[]): Rights<ItemName> {
  return Object.fromEntries(itemNames.map((name) => [name, who])) as Rights<ItemName>
}

/** Opens and plays it. */
export const watch: Rights<ItemName> = {
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

/** Finds it in lists. What one has for followers stands in one's own dashboard, not in the lists for all. */
export const find: Rights<ItemName> = {
  ...watch,
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
export const browse: Rights<ItemName> = {
  ...find,
  followers,
  only_me: owner,
  limited: owner,
  pending: owner,
  held: owner,
}

/** Whose it is, in every state but deleted. */
export const own: Rights<ItemName> = {
  ...each(owner),
  deleted: nobody,
  never: nobody,
}

/** What may leave the site, whoever asks. */
export const outside: Rights<ItemName> = {
  ...each(nobody),
  public: all,
}

export const meet: Rights<PersonName> = {
  public: allButBlocks,
  private: allButBlocks,
  suspended: owner,
  leaving: owner,
  never: nobody,
}

/** Who sees all of a profile, and not its card. */
export const know: Rights<PersonName> = { ...meet, private: followers }

/** Comments under a public item of somebody else, and one under an item for its owner alone (cast.ts says who wrote which). */
export const read: Rights<CommentName> = {
  approved: all,
  of_blocked: allButBlocks,
  of_suspended: nobody,
  of_leaving: nobody,
  held: nobody,
  removed: nobody,
  under_only_me: owner,
  never: nobody,
}

/** As `read`; and one's own that is held can be taken back. */
export const takeBack: Rights<CommentName> = { ...read, held: ['stranger'] }
