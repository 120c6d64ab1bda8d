import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { getContent, getRelatedContent, listContent } from '#contract/content/content.ts'
import { updateContent } from '#contract/content/own-content.ts'
import type { Visibility } from '#contract/content/content-types.ts'
import { getSearchResults, getSearchSuggestions } from '#contract/discovery/search.ts'
import { putBlock } from '#contract/people/blocks-and-mutes.ts'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { canWatch, follow, setProfilePrivacy, toUserIdParams } from '#tests/support/app/member-actions.ts'
import {
  emitVideoReady,
  followWithNotifications,
  listNewVideoNotifications,
  waitForNewVideoNotifications,
} from '#tests/support/app/new-video-notifications.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'

let testApp: TestApp
before(async () => (testApp = await startTestApp({ working: true })))
after(() => testApp.close())

const setVisibility = (who: TestUser, id: string, visibility: Visibility) =>
  who.call(updateContent, { params: { id }, body: { visibility } })

/** Returns the IDs of the videos that this person finds in lists, search and related videos. */
async function findEverywhere(who: TestUser, creator: TestUser, word: string, beside: string) {
  const lists = [
    await who.call(listContent, { query: { creator: creator.id } }),
    await who.call(listContent, { query: { content_type: 'talent' } }),
    await who.call(getRelatedContent, { params: { id: beside } }),
  ]
  const { hits } = await who.call(getSearchResults, { query: { q: word } })
  const found = [...lists.flatMap(({ items }) => items), ...hits.map(({ item }) => item)]
  return new Set(found.map(({ id }) => id).filter((id) => id !== beside))
}

test('anyone with the link can watch an unlisted video, but lists and search do not show it', async () => {
  const [ada, fan, stranger] = [
    await testApp.signUpMember('ada', 19),
    await testApp.signUpMember('fan'),
    await testApp.signUpMember('stranger'),
  ]
  const nobody = testApp.anonymousUser()
  await followWithNotifications(fan, ada)
  const beside = await createPublishedVideo(ada, { title: 'Other', type: 'talent' })
  const id = await createPublishedVideo(ada, {
    title: 'Quetzalcoatl',
    type: 'talent',
    visibility: 'unlisted',
  })
  await emitVideoReady(id)
  await waitForNewVideoNotifications()
  for (const who of [nobody, stranger, fan, ada]) {
    assert.equal(await canWatch(who, id), true)
    assert.deepEqual(await findEverywhere(who, ada, 'quetzalcoatl', beside), new Set())
    const { items: suggestions } = await who.call(getSearchSuggestions, { query: { q: 'quetz' } })
    assert.deepEqual(suggestions, [])
  }
  assert.deepEqual(await listNewVideoNotifications(fan), [])
  const item = await nobody.call(getContent, { params: { id } })
  assert.deepEqual([item.visibility, item.indexable], ['unlisted', false])
  assert.equal((await nobody.fetch(`/oembed?url=http://localhost:3000/watch/${id}`)).status, 404)
  assert.ok(!(await (await nobody.fetch('/sitemap/videos.xml')).text()).includes(id))
})

test('even with the link, a private profile, a block or an age rating can stop people from watching an unlisted video', async () => {
  const [bea, fan, stranger] = [
    await testApp.signUpMember('bea'),
    await testApp.signUpMember('fan2'),
    await testApp.signUpMember('stranger2'),
  ]
  await follow(fan, bea)
  const id = await createPublishedVideo(bea, { visibility: 'unlisted' })
  await setProfilePrivacy(bea, true)
  assert.deepEqual([await canWatch(fan, id), await canWatch(stranger, id)], [true, false])
  await setProfilePrivacy(bea, false)
  assert.equal(await canWatch(stranger, id), true)
  await db.updateTable('content').set({ rating: '16' }).where('id', '=', id).execute()
  assert.equal(await canWatch(testApp.anonymousUser(), id), false)
  await bea.call(putBlock, toUserIdParams(stranger))
  assert.equal(await canWatch(stranger, id), false)
})

test('a video disappears from lists when it becomes unlisted and returns when it becomes public', async () => {
  const cleo = await testApp.signUpMember('cleo')
  const nobody = testApp.anonymousUser()
  const id = await createPublishedVideo(cleo, { title: 'Xylophone' })
  const inLists = async () =>
    (await nobody.call(listContent, { query: { creator: cleo.id } })).items.map((item) => item.id)
  assert.deepEqual(await inLists(), [id])
  assert.equal((await setVisibility(cleo, id, 'unlisted')).visibility, 'unlisted')
  assert.deepEqual([await inLists(), await canWatch(nobody, id)], [[], true])
  await setVisibility(cleo, id, 'only_me')
  assert.equal(await canWatch(nobody, id), false)
  await setVisibility(cleo, id, 'public')
  assert.deepEqual([await inLists(), await canWatch(nobody, id)], [[id], true])
})
