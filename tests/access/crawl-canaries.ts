import {
  type FixtureActor,
  fixtureCommentAuthors,
  type AccessFixtures,
  type FixtureCommentKey,
  type FixtureItemKey,
} from '#tests/support/access-fixtures/fixture-types.ts'
import {
  addContactDetailsToTexts,
  insertContactDetailsOfMinor,
} from '#tests/support/access-fixtures/contact-details.ts'
import { type ImageSignature, computeImageSignature } from './image-similarity.ts'
import {
  expectedCommentApprovalAccess,
  expectedVisibilityInLists,
  expectedFullProfileAccess,
  expectedProfileAccess,
  expectedOwnerAccess,
  expectedCommentReadAccess,
  expectedWatchAccess,
} from './routes/expected-access.ts'

/** The actors that crawl the site. */
export const crawlingViewers = [
  'anonymous',
  'owner',
  'stranger',
  'follower',
  'pending',
  'blocked',
  'young',
  'moderator',
] as const
export type CrawlActor = (typeof crawlingViewers)[number]

/**
 * A word or image that occurs in only one resource, with the actors who may find it and those who must find
 * it.
 */
export interface CrawlCanary {
  what: string
  word?: string
  look?: ImageSignature
  may(actor: CrawlActor): boolean
  must(actor: CrawlActor): boolean
}

/**
 * Returns the actor's relationship to an owner. Ada owns most items and is a stranger to the other owners.
 */
export function getRelationshipToOwner(actor: CrawlActor, owner: string): FixtureActor {
  return actor === 'owner' && owner !== 'ada' ? 'stranger' : actor
}

/**
 * Inserts contact details into the fixtures and returns all canaries: titles, descriptions, pictures, bios,
 * comments and contact details.
 */
export async function createCrawlCanaries(cast: AccessFixtures): Promise<CrawlCanary[]> {
  return [...(await createAccessCanaries(cast)), ...(await createContactCanaries(cast))]
}

async function createAccessCanaries(cast: AccessFixtures): Promise<CrawlCanary[]> {
  const all: CrawlCanary[] = []
  for (const [name, item] of Object.entries(cast.items) as [
    FixtureItemKey,
    AccessFixtures['items'][FixtureItemKey],
  ][]) {
    const role = (actor: CrawlActor) => getRelationshipToOwner(actor, item.owner)
    const isTheirs = (actor: CrawlActor) => expectedOwnerAccess[name].includes(role(actor))
    const plays = (actor: CrawlActor) => expectedWatchAccess[name].includes(role(actor))
    const finds = (actor: CrawlActor) => expectedVisibilityInLists[name].includes(role(actor))
    const [title, description] = item.words
    const may = (actor: CrawlActor) => plays(actor) || isTheirs(actor)
    all.push({
      what: `the title of ${name}`,
      word: title,
      may,
      must: (actor) => finds(actor) || isTheirs(actor),
    })
    // The unique word from the item's description also occurs in the item's media segments and preview.
    all.push({ what: `the words of ${name}`, word: description, may, must: finds })
    all.push({
      what: `the picture of ${name}`,
      look: (await computeImageSignature(item.picture))!,
      may: plays,
      must: finds,
    })
  }
  const people = Object.entries(cast.people) as [
    keyof typeof expectedFullProfileAccess,
    AccessFixtures['people']['public'],
  ][]
  for (const [name, { username, bio, picture }] of people) {
    const role = (actor: CrawlActor) => getRelationshipToOwner(actor, username)
    const knows = (actor: CrawlActor) => expectedFullProfileAccess[name].includes(role(actor))
    const meets = (actor: CrawlActor) => expectedProfileAccess[name].includes(role(actor))
    all.push({ what: `the bio of ${username}`, word: bio, may: knows, must: knows })
    all.push({
      what: `the face of ${username}`,
      look: (await computeImageSignature(picture))!,
      may: meets,
      must: meets,
    })
  }
  for (const [name, { word }] of Object.entries(cast.comments) as [FixtureCommentKey, { word: string }][]) {
    const may = (actor: CrawlActor) =>
      expectedCommentReadAccess[name].includes(actor) ||
      expectedCommentApprovalAccess[name].includes(actor) ||
      fixtureCommentAuthors[name] === actor
    all.push({
      what: `the comment ${name}`,
      word,
      may,
      must: (actor) => expectedCommentReadAccess[name].includes(actor),
    })
  }
  return all
}

/**
 * Links and contact details written by adults are shown only to signed-in adults (ruling 39,
 * docs/spec-coverage.md). Links and contact details written by a minor are shown only to that minor.
 */
async function createContactCanaries(cast: AccessFixtures): Promise<CrawlCanary[]> {
  const adults: CrawlActor[] = ['owner', 'follower', 'pending', 'blocked', 'moderator']
  const isAdult = (actor: CrawlActor) => adults.includes(actor)
  const written = await addContactDetailsToTexts(cast.publicItem, cast.actor('follower').id)
  const isYoung = (actor: CrawlActor) => actor === 'young'
  const ofMinor = await insertContactDetailsOfMinor(cast.publicItem, cast.actor('young').id)
  return [
    ...written.map(([what, word]) => ({ what: `contacts: ${what}`, word, may: isAdult, must: isAdult })),
    ...ofMinor.map(([what, word]) => ({
      what: `contacts of a minor: ${what}`,
      word,
      may: isYoung,
      must: isYoung,
    })),
  ]
}
