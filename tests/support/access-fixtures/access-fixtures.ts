import { db } from '#server/platform/db/db.ts'
import { openTestApp, type TestUser } from '../app/test-app.ts'
import {
  accessActors,
  type AccessActor,
  accessOwnerNames,
  type AccessOwnerName,
  accessItemNames,
  type AccessItemName,
  type AccessItem,
  type AccessComment,
  type AccessFixtures,
} from './access-fixture-types.ts'
import { createAccessItem } from './access-items.ts'
import { createSignedInUser, createAccessProfiles } from './access-users.ts'
import {
  claimAllCases,
  copyPrivateRecord,
  createClaimedCases,
  type PrivateRecord,
  createPrivateRecords,
} from './private-records.ts'
import {
  likeAllContent,
  createRelationships,
  createCommentNotification,
  suspendAccounts,
} from './relationships.ts'
import { copyAccessComment, createAccessComments } from './access-comments.ts'

const ages: Partial<Record<string, number>> = { young: 14, stranger: 17, suspended: 17 }
const roles: Partial<Record<string, 'moderator' | 'admin'>> = {
  moderator: 'moderator',
  caseworker: 'moderator',
  admin: 'admin',
}

/** Creates a site with every person and record that the access matrix and the crawl need. */
export async function createAccessFixtures(env: Record<string, string> = {}): Promise<AccessFixtures> {
  const testApp = await openTestApp({ env: { PUBLIC_URL: 'http://localhost:3000', ...env } })
  const everybody = new Map<string, TestUser>()
  for (const name of [...accessOwnerNames, 'carol', ...accessActors]) {
    if (name === 'anonymous' || name === 'owner') continue
    everybody.set(name, await createSignedInUser(testApp, name, ages[name] ?? 18, roles[name]))
  }
  const who = (name: string) => everybody.get(name)!
  const publicItem = await createAccessItem(who('carol'), 'ada', 'public')
  const items = {} as Record<AccessItemName, AccessItem>
  for (const name of accessItemNames)
    items[name] = await createAccessItem(who(ownerOf(name)), ownerOf(name), name)
  const comments = await createAccessComments(who, publicItem, items)
  const people = await createAccessProfiles(who)
  await createRelationships(who)
  await suspendAccounts(who)
  const cases = (await createClaimedCases(who('caseworker').id, items)) as Record<
    AccessItemName,
    PrivateRecord
  >
  const records = await createPrivateRecords(who('ada').id, who('caseworker').id)
  await likeAllContent(who('carol').id)
  await createCommentNotification(who('ada').id, items.public.id, {
    id: comments.by_blocked.id,
    by: who('blocked').id,
  })
  const actor = (name: AccessActor, owner: AccessOwnerName = 'ada') =>
    name === 'anonymous' ? testApp.anonymousUser() : who(name === 'owner' ? owner : name)
  const copyOf = (thing: AccessItem | AccessComment | PrivateRecord) => {
    if ('playbackId' in thing) return createAccessItem(who(thing.owner), thing.owner, thing.name, true)
    return 'word' in thing ? copyAccessComment(thing) : copyPrivateRecord(thing)
  }
  const reset = async () => {
    for (const table of ['follows', 'follow_asks', 'blocks', 'mutes'] as const)
      await db.deleteFrom(table).execute()
    await createRelationships(who)
    await claimAllCases(who('caseworker').id)
  }
  const things = { items, publicItem, people, comments, cases, records }
  return { testApp, actor, ...things, copyOf, reset, close: () => testApp.close() }
}

function ownerOf(name: AccessItemName): AccessOwnerName {
  const others: Partial<Record<AccessItemName, AccessOwnerName>> = {
    of_private_profile: 'priva',
    of_suspended: 'susan',
    of_leaving: 'leo',
  }
  return others[name] ?? 'ada'
}
