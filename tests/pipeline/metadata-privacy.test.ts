import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import test, { after, before } from 'node:test'
import sharp from 'sharp'
import { putContentImage } from '#contract/content/content-images.ts'
import { buildEndpointPath } from '#contract/endpoint.ts'
import { downloadServedFiles, downloadRendition } from '#tests/support/media/served-files.ts'
import { findExifLeaks, readPrivateMetadata, findMetadataLeaks } from '#tests/support/media/metadata-leaks.ts'
import { uploadAndAwaitProcessing } from '#tests/support/clients/upload-client.ts'
import { createTestClip, taggedClipMetadata } from '#tests/support/media/generated-clips.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'

let testApp: TestApp
let ada: TestUser
let stranger: TestUser
before(async () => {
  testApp = await startTestApp({ working: true })
  ada = await testApp.signUpMember('ada')
  stranger = testApp.anonymousUser()
})
after(() => testApp.close())
const fetch = (path: string) => stranger.fetch(path)

const place = {
  'com.apple.quicktime.location.ISO6709': taggedClipMetadata.location,
  creation_time: '2019-11-18T15:45:32Z',
}
const metadata = { ...taggedClipMetadata, ...place, model: 'SpyPhone 14 Pro', software: 'SpyOS 16.4.1' }
const fileName = 'grandmas-house.mov'

test('no served file reveals the location, device or file name of a phone’s video', async () => {
  const path = await createTestClip(undefined, { container: 'mov', rotation: 90, metadata })
  const { contentId, stream } = await uploadAndAwaitProcessing(ada, {
    path,
    fileName,
    title: 'Harbour',
    by: 'form',
  })
  assert.equal(stream.state, 'ready')
  await coverFromAPhone(contentId)

  const everything = await downloadServedFiles(fetch, contentId)
  const secrets = await readPrivateMetadata(path)
  const texts = secrets.map(({ text }) => text)
  assert.ok(
    [taggedClipMetadata.make, taggedClipMetadata.title, '48.8577', '2019-11-18'].every((text) =>
      texts.includes(text),
    ),
  )
  assert.ok(everything.answers.length > 10, 'pictures, playlists and segments were served')
  const more = ['48.8577', 'grandmas-house', 'SpyCam'].map((text) => ({ what: 'a secret', text }))
  assert.deepEqual(findMetadataLeaks(everything, [...secrets, ...more]), [])
  assert.deepEqual((await findExifLeaks(everything)) ?? [], [])
})

test('remuxing a video also removes the metadata of its source', async () => {
  const path = await createTestClip(undefined, { metadata })
  const { contentId, first } = await uploadAndAwaitProcessing(ada, {
    path,
    fileName,
    title: 'Harbour',
    by: 'tus',
  })
  assert.deepEqual(first, ['180p'])
  const { item, master } = await downloadServedFiles(fetch, contentId)
  assert.doesNotMatch(master, /source/)
  // The master playlist no longer lists the remuxed rendition, but viewers who are already watching can still
  // load this rendition for six hours.
  const get = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())
  const video = await downloadRendition(`/media/${item.playback_id}/1/source/index.m3u8`, get)
  const encoder = { what: 'the settings of its encoder', text: 'x264 - core' }
  assert.ok((await readFile(path)).includes(encoder.text), 'the clip has what must not be served')
  const served = { item, master, answers: [], films: [video] }
  // Audio that is copied without re-encoding keeps the original encoder's name in its first frame.
  const secrets = (await readPrivateMetadata(path)).filter(({ text }) => !text.startsWith('Lavc'))
  assert.deepEqual(findMetadataLeaks(served, [...secrets, encoder]), [])
  assert.deepEqual((await findExifLeaks(served)) ?? [], [])
})

async function coverFromAPhone(id: string): Promise<void> {
  const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: 'teal' } })
  const exif = { IFD0: { Make: 'SpyCam', Model: 'SpyCam 3' }, IFD3: { GPSLatitude: '48/1 51/1 2771/100' } }
  const body = new Uint8Array(await picture.withExif(exif).jpeg().toBuffer())
  assert.ok(Buffer.from(body).includes('SpyCam'))
  const path = buildEndpointPath(putContentImage, { params: { id, picture: 'cover' } })
  assert.equal((await ada.fetch(path, { method: 'PUT', body })).status, 200)
}
