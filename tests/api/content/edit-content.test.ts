import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { getContent } from '#contract/content/content.ts'
import { getOwnContent, updateContent } from '#contract/content/own-content.ts'
import { putContentImage } from '#contract/content/content-images.ts'
import { buildEndpointPath } from '#contract/endpoint.ts'
import { putCoverFrame, listCoverFrames } from '#contract/content/cover-frames.ts'
import { deleteContentImage } from '#contract/content/content-images.ts'
import { imageVariantPath, imageVariantSizes } from '#contract/content/image-variants.ts'
import { db } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { startTestApp } from '#tests/support/app/test-app.ts'
import { ApiCallError } from '#web/api/api-client.ts'

const testApp = await startTestApp()
after(() => testApp.close())
const ada = await testApp.signUpMember('ada')
const mallory = await testApp.signUpMember('mallory')

/** Creates a published video with a red, a green and a blue frame. */
async function createVideo() {
  const id = await createPublishedVideo(ada, { title: 'Harbour', type: 'talent', genre: 'dance' })
  const { playback_id } = await db
    .updateTable('content')
    .set({ stream_thumbnail_url: sql<string>`'/media/' || playback_id || '/1/poster.webp'` })
    .where('id', '=', id)
    .returning('playback_id')
    .executeTakeFirstOrThrow()
  for (const [i, background] of ['#ff0000', '#00ff00', '#0000ff'].entries())
    await storage.putBytes(`media/${playback_id}/1/frame_${i + 1}.webp`, await plain(background))
  return { params: { id } }
}

function plain(background: string): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 36, channels: 3, background } })
    .webp()
    .toBuffer()
}

async function colourOf(path: string): Promise<number[]> {
  const bytes = Buffer.from(await (await ada.fetch(path)).arrayBuffer())
  const { dominant } = await sharp(bytes).stats()
  return [dominant.r, dominant.g, dominant.b].map((part) => Math.round(part / 255))
}

test('the owner can edit every field of a published video except its type', async () => {
  const { params } = await createVideo()
  const body = {
    title: ' Harbour, again ',
    description: 'At night',
    genre: 'Singing',
    visibility: 'only_me',
  } as const
  const item = await ada.call(updateContent, {
    params,
    body: { ...body, trailer_url: 'https://example.com/t' },
  })
  assert.equal(item.title, 'Harbour, again')
  assert.deepEqual(
    [item.description, item.genre, item.visibility, item.trailer_url],
    ['At night', 'singing', 'only_me', 'https://example.com/t'],
  )
  await refusedAs('genre_unknown', ada.call(updateContent, { params, body: { genre: 'Prank' } }))
  await refusedAs('title_required', ada.call(updateContent, { params, body: { title: '  ' } }))
  await refusedAs(
    'trailer_invalid',
    ada.call(updateContent, { params, body: { trailer_url: 'javascript:alert(1)' } }),
  )
  const cleared = await ada.call(updateContent, { params, body: { trailer_url: '' } })
  assert.equal(cleared.trailer_url, null)
  assert.equal((await ada.fetch(`/api/content/${params.id}`, patch({ content_type: 'movie' }))).status, 422)
})

test('the owner can choose one of three frames as the cover, or restore the automatic cover', async () => {
  const { params } = await createVideo()
  const { frames } = await ada.call(listCoverFrames, { params })
  assert.equal(frames.length, 3)
  assert.deepEqual(await colourOf(frames[1]!), [0, 1, 0])
  const chosen = await ada.call(putCoverFrame, { params, body: { frame: 2 } })
  assert.match(chosen.cover_url!, /\/cover\/[0-9a-f]+\.webp$/)
  assert.deepEqual(await colourOf(chosen.cover_url!), [0, 1, 0])
  const other = await ada.call(putCoverFrame, { params, body: { frame: 3 } })
  assert.deepEqual(await colourOf(other.cover_url!), [0, 0, 1])
  assert.equal((await ada.fetch(chosen.cover_url!)).status, 404, 'the former cover is gone')
  for (const side of imageVariantSizes) {
    assert.deepEqual(await colourOf(imageVariantPath(other.cover_url!, side)), [0, 0, 1])
    const former = await ada.fetch(imageVariantPath(chosen.cover_url!, side))
    assert.equal(former.status, 404, `the former cover is gone at ${side} pixels too`)
  }
  const back = await ada.call(deleteContentImage, { params: { ...params, picture: 'cover' } })
  assert.equal(back.cover_url, back.stream_thumbnail_url)
  assert.equal((await ada.call(listCoverFrames, { params })).frames.length, 3, 'the frames stay to be chosen')
})

test('a chosen cover also becomes the thumbnail, unless the owner has chosen a thumbnail', async () => {
  const { params } = await createVideo()
  const made = (await ada.call(getContent, { params })).thumbnail_url
  const chosen = await ada.call(putCoverFrame, { params, body: { frame: 2 } })
  assert.equal(chosen.thumbnail_url, chosen.cover_url)
  assert.deepEqual(await colourOf(made!), [0, 1, 0], 'the fixed URL also returns the new frame')
  const at = buildEndpointPath(putContentImage, { params: { ...params, picture: 'thumbnail' } })
  const put = await ada.fetch(at, { method: 'PUT', body: new Uint8Array(await plain('#ff0000')) })
  const { thumbnail_url: own } = (await put.json()) as { thumbnail_url: string }
  const other = await ada.call(putCoverFrame, { params, body: { frame: 3 } })
  assert.equal(other.thumbnail_url, own)
  await ada.call(deleteContentImage, { params: { ...params, picture: 'thumbnail' } })
  const back = await ada.call(deleteContentImage, { params: { ...params, picture: 'cover' } })
  assert.equal(back.thumbnail_url, made)
})

test('an uploaded image becomes the cover, and a file that is not an image is rejected', async () => {
  const { params } = await createVideo()
  const at = buildEndpointPath(putContentImage, { params: { ...params, picture: 'cover' } })
  const picture = await plain('#ff0000')
  assert.equal((await ada.fetch(at, { method: 'PUT', body: new Uint8Array(picture) })).status, 200)
  const { cover_url } = await ada.call(getContent, { params })
  assert.deepEqual(await colourOf(cover_url!), [1, 0, 0])
  assert.equal((await ada.fetch(at, { method: 'PUT', body: '<svg onload=alert(1)>' })).status, 422)
  assert.equal((await ada.call(getContent, { params })).cover_url, cover_url)
})

test('a video that is still being processed offers no cover frames', async () => {
  const params = { id: await createPublishedVideo(ada, { status: 'processing' }) }
  assert.deepEqual(await ada.call(listCoverFrames, { params }), { frames: [] })
  await refusedAs('not_found', ada.call(putCoverFrame, { params, body: { frame: 1 } }))
})

test('users cannot edit another person’s video or learn that it exists', async () => {
  const { params } = await createVideo()
  const calls = [
    mallory.call(getOwnContent, { params }),
    mallory.call(updateContent, { params, body: { title: 'Mine' } }),
    mallory.call(listCoverFrames, { params }),
    mallory.call(putCoverFrame, { params, body: { frame: 1 } }),
    mallory.call(deleteContentImage, { params: { ...params, picture: 'cover' } }),
  ]
  await Promise.all(calls.map((call) => refusedAs('content_not_found', call)))
  await refusedAs('not_signed_in', testApp.anonymousUser().call(getOwnContent, { params }))
  assert.equal((await ada.call(getOwnContent, { params })).title, 'Harbour')
})

function refusedAs(code: string, work: Promise<unknown>): Promise<void> {
  return assert.rejects(work, (error) => error instanceof ApiCallError && error.code === code)
}

function patch(body: unknown): RequestInit {
  return { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
