import assert from 'node:assert/strict'
import { type IncomingMessage, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import test, { after } from 'node:test'
import { db } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { createTestUserHeaders, startPipelineTestApp } from '#tests/support/app/pipeline-test-app.ts'

const { url, join: joins, close } = await startPipelineTestApp()
after(close)
const ada = await joins('ada')
const bob = await joins('bob')
const shy = await joins('shy', true)
const segment = Buffer.from('0123456789'.repeat(100))
let count = 0

/** Creates an item with one rendition whose bytes are known. */
async function createItem(
  owner: string,
  more: { visibility?: 'followers' | 'only_me'; draft?: boolean } = {},
) {
  const playback_id = `film_${String(++count).padStart(17, '0')}`
  const status = more.draft ? 'processing' : 'ready'
  const { id } = await db
    .insertInto('content')
    .values({
      user_id: owner,
      title: 'Harbour',
      content_type: 'story',
      playback_id,
      stream_status: status,
      visibility: more.visibility ?? 'public',
      stream_url: `/media/${playback_id}/master.m3u8`,
      stream_thumbnail_url: `/media/${playback_id}/1/poster.webp`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const folder = '1/240p'
  await db
    .insertInto('renditions')
    .values({
      content_id: id,
      name: '240p',
      fence: 1,
      folder,
      width: 426,
      height: 240,
      frame_rate: 30,
      codecs: 'avc1.4d4015,mp4a.40.2',
      bandwidth: 500_000,
      average_bandwidth: 400_000,
    })
    .execute()
  const base = `media/${playback_id}`
  for (const name of ['1/240p/index.m3u8', '1/240p/init.mp4', '1/240p/seg_00001.m4s', '1/poster.webp'])
    await storage.putBytes(`${base}/${name}`, segment)
  for (const name of [
    '1/thumbnail.jpg',
    '1/storyboard.vtt',
    '1/storyboard_1.webp',
    'cover/abcdef123456.webp',
  ])
    await storage.putBytes(`${base}/${name}`, segment)
  return { id, playback_id, at: `${url}/${base}` }
}

const get = (address: string, headers: Record<string, string> = {}, who?: string) =>
  fetch(address, { headers: createTestUserHeaders(who, headers) })

const open = await createItem(ada)
const seg = `${open.at}/1/240p/seg_00001.m4s`

test('the master playlist lists the renditions with the attributes players need to choose one', async () => {
  const response = await get(`${open.at}/master.m3u8`)
  assert.equal(response.headers.get('content-type'), 'application/vnd.apple.mpegurl')
  const text = await response.text()
  assert.match(
    text,
    /BANDWIDTH=500000,AVERAGE-BANDWIDTH=400000,CODECS="avc1.4d4015,mp4a.40.2",RESOLUTION=426x240/,
  )
  assert.match(text, /^1\/240p\/index\.m3u8$/m)
  const again = await get(`${open.at}/master.m3u8`, { 'if-none-match': response.headers.get('etag')! })
  assert.equal(again.status, 304)
})

test('every media file has a media type and a cache lifetime', async () => {
  const types = {
    '1/240p/index.m3u8': 'application/vnd.apple.mpegurl',
    '1/240p/init.mp4': 'video/mp4',
    '1/240p/seg_00001.m4s': 'video/mp4',
    '1/poster.webp': 'image/webp',
    '1/thumbnail.jpg': 'image/jpeg',
    '1/storyboard.vtt': 'text/vtt; charset=utf-8',
    'cover/abcdef123456.webp': 'image/webp',
    // This item has no smaller versions of its poster and cover, so the full-size images are served instead.
    '1/poster.480.webp': 'image/webp',
    'cover/abcdef123456.854.webp': 'image/webp',
  }
  for (const [path, type] of Object.entries(types)) {
    const response = await get(`${open.at}/${path}`)
    assert.equal(response.status, 200, path)
    assert.equal(response.headers.get('content-type'), type)
    const kept = path.startsWith('cover/')
      ? 'max-age=3600, s-maxage=5'
      : 'max-age=31536000, immutable, s-maxage=5'
    assert.equal(response.headers.get('cache-control'), `public, ${kept}`)
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    assert.equal((await response.arrayBuffer()).byteLength, segment.length)
  }
})

test('byte-range requests for media files return 206, 416 or the entire file, depending on the range', async () => {
  const cases: [string, number, string, string | null][] = [
    ['bytes=0-9', 206, '0123456789', 'bytes 0-9/1000'],
    ['bytes=995-', 206, '56789', 'bytes 995-999/1000'],
    ['bytes=-3', 206, '789', 'bytes 997-999/1000'],
    ['bytes=998-5000', 206, '89', 'bytes 998-999/1000'],
    ['bytes=-5000', 206, segment.toString(), 'bytes 0-999/1000'],
    ['bytes=1000-', 416, '', 'bytes */1000'],
    ['bytes=-0', 416, '', 'bytes */1000'],
    ['bytes=9-5', 200, segment.toString(), null],
    ['bytes=0-1,4-5', 200, segment.toString(), null],
    ['lines=1-2', 200, segment.toString(), null],
  ]
  for (const [range, status, body, contentRange] of cases) {
    const fresh = `${(await createItem(ada)).at}/1/240p/seg_00001.m4s`
    for (const address of [fresh, fresh, seg]) {
      const response = await get(address, { range })
      assert.deepEqual(
        [response.status, response.headers.get('content-range')],
        [status, contentRange],
        range,
      )
      assert.equal(await response.text(), body, range)
    }
  }
})

test('playlists and storyboards are compressed for clients that accept compression', async () => {
  const address = `${open.at}/1/storyboard.vtt`
  const raw = (encoding: string, more: Record<string, string> = {}) =>
    new Promise<IncomingMessage>((resolve) =>
      request(address, { headers: { 'accept-encoding': encoding, ...more } }, resolve).end(),
    )
  const tags = new Set<string>()
  for (const [accepted, sent] of [
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['identity', undefined],
  ] as const) {
    const response = await raw(accepted)
    assert.equal(response.headers['content-encoding'], sent, accepted)
    assert.equal(response.headers.vary, 'accept-encoding')
    const bytes = Buffer.concat(await Array.fromAsync(response as AsyncIterable<Buffer>))
    assert.equal(bytes.length, Number(response.headers['content-length']))
    const plain = sent === 'br' ? brotliDecompressSync(bytes) : sent ? gunzipSync(bytes) : bytes
    assert.deepEqual(plain, segment)
    tags.add(response.headers.etag!)
    const again = await raw(accepted, { 'if-none-match': response.headers.etag! })
    assert.equal(again.statusCode, 304)
    again.resume()
  }
  assert.equal(tags.size, 3)
  const part = await raw('gzip', { range: 'bytes=0-9' })
  assert.deepEqual([part.statusCode, part.headers['content-encoding']], [206, undefined])
  part.resume()
  const master = await get(`${open.at}/master.m3u8`, { 'accept-encoding': 'gzip' })
  assert.equal(master.headers.get('content-encoding'), 'gzip')
  assert.match(await master.text(), /^#EXTM3U/)
})

test('a conditional request for an unchanged media file returns 304', async () => {
  const { headers } = await get(seg)
  const [etag, modified] = [headers.get('etag')!, headers.get('last-modified')!]
  assert.equal((await get(seg, { 'if-none-match': etag })).status, 304)
  assert.equal((await get(seg, { 'if-none-match': `"other", W/${etag}` })).status, 304)
  assert.equal((await get(seg, { 'if-none-match': '"other"' })).status, 200)
  assert.equal((await get(seg, { 'if-modified-since': modified })).status, 304)
  assert.equal((await get(seg, { 'if-modified-since': new Date(0).toUTCString() })).status, 200)
  assert.equal((await get(seg, { 'if-none-match': '"other"', 'if-modified-since': modified })).status, 200)
  assert.equal((await get(seg, { range: 'bytes=0-0', 'if-range': etag })).status, 206)
  assert.equal((await get(seg, { range: 'bytes=0-0', 'if-range': modified })).status, 206)
  assert.equal((await get(seg, { range: 'bytes=0-0', 'if-range': '"other"' })).status, 200)
})

test('a HEAD request for a media file returns the headers of a GET response, without the body', async () => {
  const response = await fetch(seg, { method: 'HEAD' })
  assert.deepEqual([response.status, response.headers.get('content-length')], [200, '1000'])
  assert.equal(await response.text(), '')
  const part = await fetch(seg, { method: 'HEAD', headers: { range: 'bytes=0-9' } })
  assert.deepEqual([part.status, part.headers.get('content-length')], [206, '10'])
  assert.equal((await fetch(`${open.at}/master.m3u8`, { method: 'HEAD' })).status, 200)
  assert.equal((await fetch(seg, { method: 'POST' })).status, 405)
})

test('a request for any media file of a hidden item gets the same response as for an item that never existed', async () => {
  const hidden = [
    await createItem(ada, { visibility: 'only_me' }),
    await createItem(ada, { draft: true }),
    await createItem(shy),
  ]
  const never = await bodyOf(`${url}/media/nothing_was_ever_here/1/240p/seg_00001.m4s`)
  for (const { at } of hidden)
    for (const who of [undefined, bob])
      for (const path of [
        'master.m3u8',
        '1/240p/seg_00001.m4s',
        '1/poster.webp',
        'thumbnail',
        'cover/abcdef123456.webp',
      ])
        assert.deepEqual(await bodyOf(`${at}/${path}`, who), never, path)
  const own = await get(`${hidden[0]!.at}/1/240p/seg_00001.m4s`, {}, ada)
  assert.equal(own.status, 200)
  assert.equal(own.headers.get('cache-control'), 'private, max-age=31536000, immutable')
})

test('a deleted item disappears immediately for new viewers, and within five seconds for current viewers', async (t) => {
  const film4 = await createItem(ada)
  assert.equal((await get(`${film4.at}/master.m3u8`)).status, 200)
  await db.updateTable('content').set({ deleted_at: new Date() }).where('id', '=', film4.id).execute()
  assert.equal((await get(`${film4.at}/master.m3u8`, {}, bob)).status, 404)
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 5001 })
  assert.equal((await get(`${film4.at}/master.m3u8`)).status, 404)
})

test('requests for unknown file names never reach the storage backend', async () => {
  await storage.putBytes('uploads/secret', segment)
  const paths = [
    '1/240p/../../../uploads/secret',
    '..%2F..%2Fuploads%2Fsecret',
    '1/240p/%2e%2e/%2e%2e/poster.webp',
    '1/240p/seg_00001.m4s%00',
    '1/240p/seg_00001.m4s.part',
    '1/240p/',
    '1/240p',
    '2/240p/seg_00001.m4s',
    'source/x.mp4',
    '',
  ]
  for (const path of paths) assert.equal((await get(`${open.at}/${path}`)).status, 404, path)
})

test('serves the frame nearest to the requested second as a thumbnail', async () => {
  const response = await get(`${open.at}/thumbnail?time=1s&height=720`)
  assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/jpeg'])
  assert.equal(response.headers.get('cache-control'), 'public, max-age=60, s-maxage=5')
  assert.equal((await get(`${open.at}/thumbnail`)).status, 200)
  assert.equal((await get(`${open.at}/thumbnail?time=12.5s&height=360`)).status, 200)
  for (const query of ['time=soon', 'height=0', 'height=-1', 'time=1s&height=99999'])
    assert.equal((await get(`${open.at}/thumbnail?${query}`)).status, 404, query)
  const own = `/media/${open.playback_id}/cover/abcdef123456.webp`
  await db.updateTable('content').set({ thumbnail_url: own }).where('id', '=', open.id).execute()
  const creators = await get(`${open.at}/thumbnail?time=1s&height=720`)
  assert.equal(creators.headers.get('content-type'), 'image/webp')
})

/** Returns the status and the body, without the values that differ between requests. */
async function bodyOf(address: string, who?: string) {
  const response = await get(address, {}, who)
  const { error } = (await response.json()) as { error: unknown }
  return { status: response.status, error, cache: response.headers.get('cache-control') }
}
