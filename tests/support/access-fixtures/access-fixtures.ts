import { indexUnindexedCaptions } from '#server/captions/caption-index.ts'
import { db } from '#server/platform/db/db.ts'
import { startTestApp, type TestUser } from '../app/test-app.ts'
import {
  fixtureActors,
  type FixtureActor,
  fixtureOwnerKeys,
  type FixtureOwnerKey,
  fixtureItemKeys,
  type FixtureItemKey,
  type FixtureItem,
  type FixtureComment,
  type AccessFixtures,
} from './fixture-types.ts'
import { createFixtureItem } from './fixture-items.ts'
import { createSignedInUser, createFixtureProfiles } from './fixture-users.ts'
import {
  claimAllModerationCases,
  copyPrivateRecord,
  createClaimedModerationCases,
  type PersonalRecord,
  createPrivateRecords,
} from './private-records.ts'
import {
  likeAllContent,
  createFollowsBlocksAndMutes,
  createCommentNotification,
  suspendFixtureUsers,
} from './fixture-setup.ts'
import { copyFixtureComment, createFixtureComments } from './fixture-comments.ts'

const ages: Partial<Record<string, number>> = { young: 14, stranger: 17, suspended: 17 }
const roles: Partial<Record<string, 'moderator' | 'admin'>> = {
  moderator: 'moderator',
  caseworker: 'moderator',
  admin: 'admin',
}

/** Creates a site with every person and record that the access matrix and the crawl need. */
export async function createAccessFixtures(env: Record<string, string> = {}): Promise<AccessFixtures> {
  const testApp = await startTestApp({ env: { PUBLIC_URL: 'http://localhost:3000', LIVE: 'on', ...env } })
  const everybody = new Map<string, TestUser>()
  for (const name of [...fixtureOwnerKeys, 'carol', ...fixtureActors]) {
    if (name === 'anonymous' || name === 'owner') continue
    everybody.set(name, await createSignedInUser(testApp, name, ages[name] ?? 18, roles[name]))
  }
  const who = (name: string) => everybody.get(name)!
  const publicItem = await createFixtureItem(who('carol'), 'ada', 'public')
  const items = {} as Record<FixtureItemKey, FixtureItem>
  for (const name of fixtureItemKeys)
    items[name] = await createFixtureItem(who(ownerOf(name)), ownerOf(name), name)
  await indexUnindexedCaptions()
  const comments = await createFixtureComments(who, publicItem, items)
  const people = await createFixtureProfiles(who)
  await createFollowsBlocksAndMutes(who)
  await suspendFixtureUsers(who)
  const cases = (await createClaimedModerationCases(who('caseworker').id, items)) as Record<
    FixtureItemKey,
    PersonalRecord
  >
  const records = await createPrivateRecords(who('ada').id, who('caseworker').id)
  await likeAllContent(who('carol').id)
  await createCommentNotification(who('ada').id, items.public.id, {
    id: comments.by_blocked.id,
    by: who('blocked').id,
  })
  const actor = (name: FixtureActor, owner: FixtureOwnerKey = 'ada') =>
    name === 'anonymous' ? testApp.anonymousUser() : who(name === 'owner' ? owner : name)
  const copyOf = (thing: FixtureItem | FixtureComment | PersonalRecord) => {
    if ('playbackId' in thing) return createFixtureItem(who(thing.owner), thing.owner, thing.name, true)
    return 'word' in thing ? copyFixtureComment(thing) : copyPrivateRecord(thing)
  }
  const reset = async () => {
    for (const table of ['follows', 'follow_request_history', 'blocks', 'mutes'] as const)
      await db.deleteFrom(table).execute()
    await createFollowsBlocksAndMutes(who)
    await claimAllModerationCases(who('caseworker').id)
  }
  const things = { items, publicItem, people, comments, cases, records }
  return { testApp, actor, ...things, copyOf, reset, close: () => testApp.close() }
}

function ownerOf(name: FixtureItemKey): FixtureOwnerKey {
  const others: Partial<Record<FixtureItemKey, FixtureOwnerKey>> = {
    of_private_profile: 'priva',
    of_suspended: 'susan',
    of_leaving: 'leo',
  }
  return others[name] ?? 'ada'
}
