import {
  type FixtureActor,
  fixtureCommentAuthors,
  type AccessFixtures,
  type FixtureCommentName,
  type FixtureItemName,
} from '#tests/support/access-fixtures/fixture-types.ts'
import {
  insertContactDetails,
  insertContactDetailsOfMinor,
} from '#tests/support/access-fixtures/contact-details.ts'
import { type ImageSignature, computeImageSignature } from './image-similarity.ts'
import {
  expectedCommentApproveAccess,
  expectedListVisibility,
  expectedFullProfileAccess,
  expectedProfileAccess,
  expectedOwnerAccess,
  expectedCommentReadAccess,
  expectedWatchAccess,
} from './routes/expected-access.ts'

/** The actors that crawl the site. */
export const crawlingActors = [
  'anonymous',
  'owner',
  'stranger',
  'follower',
  'pending',
  'blocked',
  'young',
  'moderator',
] as const
export type CrawlingActor = (typeof crawlingActors)[number]

/**
 * A word or image that occurs in one resource only, with the actors that may find it and the actors that must
 * find it.
 */
export interface Canary {
  what: string
  word?: string
  look?: ImageSignature
  may(actor: CrawlingActor): boolean
  must(actor: CrawlingActor): boolean
}

/**
 * Returns the actor's relationship to an owner. Ada owns most items and is a stranger to the other owners.
 */
export function resolveActorForOwner(actor: CrawlingActor, owner: string): FixtureActor {
  return actor === 'owner' && owner !== 'ada' ? 'stranger' : actor
}

/**
 * Inserts contact details into the fixtures and returns all canaries: titles, descriptions, pictures, bios,
 * comments and contact details.
 */
export async function createCanaries(cast: AccessFixtures): Promise<Canary[]> {
  return [...(await createAccessCanaries(cast)), ...(await createContactCanaries(cast))]
}

async function createAccessCanaries(cast: AccessFixtures): Promise<Canary[]> {
  const all: Canary[] = []
  for (const [name, item] of Object.entries(cast.items) as [
    FixtureItemName,
    AccessFixtures['items'][FixtureItemName],
  ][]) {
    const role = (actor: CrawlingActor) => resolveActorForOwner(actor, item.owner)
    const isTheirs = (actor: CrawlingActor) => expectedOwnerAccess[name].includes(role(actor))
    const plays = (actor: CrawlingActor) => expectedWatchAccess[name].includes(role(actor))
    const finds = (actor: CrawlingActor) => expectedListVisibility[name].includes(role(actor))
    const [title, description] = item.words
    const may = (actor: CrawlingActor) => plays(actor) || isTheirs(actor)
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
    const role = (actor: CrawlingActor) => resolveActorForOwner(actor, username)
    const knows = (actor: CrawlingActor) => expectedFullProfileAccess[name].includes(role(actor))
    const meets = (actor: CrawlingActor) => expectedProfileAccess[name].includes(role(actor))
    all.push({ what: `the bio of ${username}`, word: bio, may: knows, must: knows })
    all.push({
      what: `the face of ${username}`,
      look: (await computeImageSignature(picture))!,
      may: meets,
      must: meets,
    })
  }
  for (const [name, { word }] of Object.entries(cast.comments) as [FixtureCommentName, { word: string }][]) {
    const may = (actor: CrawlingActor) =>
      expectedCommentReadAccess[name].includes(actor) ||
      expectedCommentApproveAccess[name].includes(actor) ||
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
async function createContactCanaries(cast: AccessFixtures): Promise<Canary[]> {
  const adults: CrawlingActor[] = ['owner', 'follower', 'pending', 'blocked', 'moderator']
  const isAdult = (actor: CrawlingActor) => adults.includes(actor)
  const written = await insertContactDetails(cast.publicItem, cast.actor('follower').id)
  const isYoung = (actor: CrawlingActor) => actor === 'young'
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
