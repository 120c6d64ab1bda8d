import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { CaptionTrack } from '#contract/content/caption-tracks.ts'
import { deleteCaptions, listCaptions, updateCaptions } from '#contract/content/captions.ts'
import { getContent, getEmbed } from '#contract/content/content.ts'
import { db } from '#server/platform/db/db.ts'
import { createPlayableVideo } from '#tests/support/fixtures/playable-video.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { hostileCaptions } from '#tests/support/hostile-files/hostile-captions.ts'
import { startTestApp, type TestUser } from '#tests/support/app/test-app.ts'

const testApp = await startTestApp({ env: { PACE: '0' } })
after(() => testApp.close())
const nobody = testApp.anonymousUser()
const ada = await testApp.signUpMember('ada')
const bob = await testApp.signUpMember('bob', 18)

const text = 'WEBVTT\n\n00:01.000 --> 00:03.000\n<v Ann>Hello</v>\n\n00:03.000 --> 00:09.000\nGoodbye\n'
const srt = '1\r\n00:00:01,000 --> 00:00:02,000\r\n¡Hola!\r\n'

const add = (owner: TestUser, id: string, body: string | Uint8Array, query = 'language=en') =>
  owner.fetch(`/api/content/${id}/captions?${query}`, { method: 'POST', body: body as string })
const errorOf = async (response: Response) => {
  const { error } = (await response.json()) as { error: { code: string; detail: string } }
  return [response.status, error.code, error.detail]
}
async function added(owner: TestUser, id: string, body: string, query?: string): Promise<CaptionTrack> {
  const response = await add(owner, id, body, query)
  assert.equal(response.status, 201, await response.clone().text())
  return (await response.json()) as CaptionTrack
}
const tracksOf = async (id: string, who = nobody) => (await who.call(getContent, { params: { id } })).captions
const read = async (url: string, who = nobody) => {
  const response = await who.fetch(url)
  return [response.status, response.status === 200 ? await response.text() : ''] as const
}

test('captions in several languages appear on the watch page, in the embed and in the caption list', async () => {
  const id = await createPublishedVideo(ada, { seconds: 10 })
  const english = await added(ada, id, text, 'language=EN&is_sdh=true')
  assert.deepEqual([english.name, english.language, english.cue_count], ['English (CC)', 'en', 2])
  const spanish = await added(ada, id, srt, 'language=es')
  const tracks = await tracksOf(id)
  assert.deepEqual(tracks, [english, spanish])
  assert.equal(tracks[1]!.name, 'Español')
  assert.deepEqual((await nobody.call(listCaptions, { params: { id } })).items, tracks)
  const { playback_id } = await nobody.call(getContent, { params: { id } })
  const embed = await nobody.call(getEmbed, { params: { playback_id: playback_id! } })
  assert.deepEqual(embed.captions, tracks)
  assert.deepEqual(await read(spanish.url), [200, 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n¡Hola!\n'])
})

test('captions are refused if their language code is unknown or malformed, or if the video already has captions in that language', async () => {
  const id = await createPublishedVideo(ada, { seconds: 10 })
  await added(ada, id, text)
  assert.equal((await errorOf(await add(ada, id, text)))[1], 'captions_exist')
  for (const language of ['zz', 'english', 'en-"', ''])
    assert.equal(
      (await errorOf(await add(ada, id, text, `language=${encodeURIComponent(language)}`)))[1],
      'caption_language_unknown',
      language,
    )
  await added(ada, id, text, 'language=en&is_sdh=true')
})

test('the owner can replace captions, change their language and delete them, and the old text disappears immediately', async () => {
  const id = await createPublishedVideo(ada, { seconds: 10 })
  const english = await added(ada, id, text)
  const spanish = await added(ada, id, srt, 'language=es')
  const path = `/api/content/${id}/captions/${english.id}`
  const response = await ada.fetch(`${path}/file`, { method: 'PUT', body: text.replace('Hello', 'Hi') })
  const replaced = (await response.json()) as CaptionTrack
  assert.notEqual(replaced.url, english.url)
  assert.equal((await read(english.url))[0], 404)
  assert.match((await read(replaced.url))[1], /Hi/)

  const change = (track: CaptionTrack, body: object) =>
    ada.call(updateCaptions, { params: { id, caption_id: track.id }, body })
  await assert.rejects(change(spanish, { language: 'en' }), { code: 'captions_exist' })
  assert.equal((await change(spanish, { language: 'es-MX' })).language, 'es-MX')
  await change(spanish, { is_default: true })
  await change(english, { is_default: true })
  assert.deepEqual(
    (await tracksOf(id)).map(({ is_default }) => is_default),
    [true, false],
  )
  await ada.call(deleteCaptions, { params: { id, caption_id: english.id } })
  assert.equal((await read(replaced.url))[0], 404)
  assert.deepEqual(
    (await tracksOf(id)).map(({ language }) => language),
    ['es-MX'],
  )
})

test('only the owner can change captions, and captions cannot be accessed through another video', async () => {
  const id = await createPublishedVideo(ada, { seconds: 10 })
  const english = await added(ada, id, text)
  const other = await createPublishedVideo(bob, { seconds: 10 })
  assert.equal((await errorOf(await add(bob, id, text)))[1], 'content_not_found')
  await assert.rejects(bob.call(deleteCaptions, { params: { id: other, caption_id: english.id } }), {
    code: 'captions_not_found',
  })
  assert.equal((await read(english.url.replace(/p[0-9a-f]{24}/, (await playbackIdOf(other))!)))[0], 404)
})

test('people who may not watch a video get a 404 for its captions', async () => {
  const id = await createPublishedVideo(ada, { seconds: 10, visibility: 'only_me' })
  const track = await added(ada, id, text)
  const paths = [
    `/api/content/${id}/captions`,
    `/api/content/${id}/captions/${track.id}/download`,
    track.url,
    track.url.replace('.vtt', '/index.m3u8'),
    track.url.replace('.vtt', '/1.vtt'),
  ]
  for (const path of paths) {
    assert.equal((await bob.fetch(path)).status, 404, path)
    assert.equal((await ada.fetch(path)).status, 200, path)
  }
})

test('the error message for a caption file names the lines with errors and explains how to fix them', async () => {
  const id = await createPublishedVideo(ada, { seconds: 10 })
  const bad = 'WEBVTT\n\n00:05.000 --> 00:01.000\na\n\nstray\n'
  assert.deepEqual(await errorOf(await add(ada, id, bad)), [
    422,
    'captions_invalid',
    'Line 3: the end has to be after the start.\nLine 6: this text has no time. Add a line with its start and end above it.',
  ])
  const latin = Buffer.from('1\n00:00:01,000 --> 00:00:02,000\ncaf\xe9\n', 'latin1')
  assert.equal((await errorOf(await add(ada, id, latin)))[1], 'captions_encoding')
  const accepted = await add(ada, id, latin, 'language=fr&encoding=windows-1252')
  assert.equal(accepted.status, 201)
  const late = 'WEBVTT\n\n01:00.000 --> 01:01.000\na\n'
  assert.match(String((await errorOf(await add(ada, id, late)))[2]), /after the end of the video/)
})

test('hostile captions are refused or cleaned within a second, and nothing from a refused file is stored', async () => {
  const id = await createPublishedVideo(ada)
  for (const { what, bytes, refused } of hostileCaptions) {
    // Measures CPU time instead of elapsed time, because other tests run at the same time.
    const start = process.cpuUsage()
    const response = await add(ada, id, bytes())
    const { user, system } = process.cpuUsage(start)
    assert.ok(user + system < 1_000_000, `${what}: ${(user + system) / 1000} ms`)
    assert.equal(response.status < 300, refused === undefined, `${what}: ${await response.clone().text()}`)
    if (refused) {
      const detail = String((await errorOf(response))[2])
      assert.ok(detail.endsWith('.') && !detail.includes('{'), detail)
    }
    const { rows } = {
      rows: await db.deleteFrom('captions').where('content_id', '=', id).returning('vtt').execute(),
    }
    assert.equal(rows.length, refused ? 0 : 1, what)
  }
})

test('captions are moderated like video descriptions, and moderation errors name the caption line', async () => {
  const id = await createPublishedVideo(ada, { seconds: 10 })
  const say = (words: string) => `${text}\n00:05.000 --> 00:06.000\nfirst\n${words}\n`
  assert.deepEqual((await errorOf(await add(ada, id, say('fuck this')))).slice(0, 2), [422, 'captions_rude'])
  const [, code, detail] = await errorOf(await add(ada, id, say('kill yourself')))
  assert.equal(code, 'captions_threat')
  assert.match(String(detail), /^Line 11 /)
  assert.equal((await errorOf(await add(ada, id, say('call me 07911 123456'))))[1], 'captions_contact')
  const adult = await createPublishedVideo(bob, { seconds: 10 })
  assert.equal((await errorOf(await add(bob, adult, say('what the fuck'))))[1], 'captions_ask')
  const { url } = await added(bob, adult, say('what the fuck'), 'language=en&anyway=true')
  const [, served] = await read(url)
  assert.ok(!served.includes('fuck') && served.includes('what the f'), served)
})

test('contact details in captions are masked for everyone except the owner, and other lines keep their markup', async () => {
  const id = await createPublishedVideo(bob, { seconds: 10 })
  const hidden = `${text}\n00:05.000 --> 00:06.000\nwrite to bob@example.com\n`
  const track = await added(bob, id, hidden, 'language=en&anyway=true')
  const download = `/api/content/${id}/captions/${track.id}/download`
  assert.doesNotMatch((await read(track.url))[1], /example/)
  assert.doesNotMatch((await read(download))[1], /example/)
  assert.match((await read(track.url))[1], /<v Ann>Hello/, 'other lines keep their markup')
  assert.match(
    (await read(`${download}?format=srt`, bob))[1],
    /00:00:05,000 --> 00:00:06,000\r\nwrite to bob@example.com/,
  )
})

test('subtitle playlists follow the HLS specification', async () => {
  const { id, playback_id } = await createPlayableVideo(ada, ['a.m4s'])
  await db.updateTable('content').set({ duration_seconds: 10 }).where('id', '=', id).execute()
  const plain = (await read(`/media/${playback_id}/master.m3u8`))[1]
  assert.doesNotMatch(plain, /SUBTITLES|EXT-X-MEDIA|CLOSED-CAPTIONS/)
  const english = await added(ada, id, text, 'language=en&is_sdh=true')
  await added(ada, id, srt, 'language=pt-BR')
  await added(ada, id, srt, 'language=en')
  await ada.call(updateCaptions, { params: { id, caption_id: english.id }, body: { is_default: true } })
  const master = (await read(`/media/${playback_id}/master.m3u8`))[1]
  const media = [...master.matchAll(/^#EXT-X-MEDIA:(.*)$/gm)].map(([, line]) => parseAttributes(line!))
  assert.equal(media.length, 3)
  assert.equal(new Set(media.map(({ NAME }) => NAME)).size, 3, 'names are unique')
  const keys = media.map(({ LANGUAGE, CHARACTERISTICS = '' }) => `${LANGUAGE} ${CHARACTERISTICS}`)
  assert.equal(new Set(keys).size, 3, 'players can choose automatically')
  assert.equal(media.filter(({ DEFAULT }) => DEFAULT === 'YES').length, 1)
  for (const track of media) {
    assert.deepEqual([track['TYPE'], track['AUTOSELECT'], track['FORCED']], ['SUBTITLES', 'YES', 'NO'])
    assert.ok(Intl.getCanonicalLocales(track['LANGUAGE']!)[0] === track['LANGUAGE'])
    for (const [, variant] of master.matchAll(/^#EXT-X-STREAM-INF:(.*)$/gm)) {
      assert.equal(parseAttributes(variant!)['SUBTITLES'], track['GROUP-ID'])
      assert.equal(parseAttributes(variant!)['CLOSED-CAPTIONS'], 'NONE')
    }
    await checkSubtitlePlaylist(`/media/${playback_id}/${track['URI']}`)
  }
  const sdh = media.find(({ DEFAULT }) => DEFAULT === 'YES')!
  assert.match(sdh['CHARACTERISTICS']!, /^public\.accessibility\.transcribes-spoken-dialog,public/)
})

/** Checks the rules of RFC 8216bis §3.1.4 and §4.4.3, and checks that the segments cover the whole video. */
async function checkSubtitlePlaylist(url: string): Promise<void> {
  const response = await nobody.fetch(url)
  assert.equal(response.headers.get('content-type'), 'application/vnd.apple.mpegurl')
  const playlist = await response.text()
  assert.match(playlist, /^#EXTM3U\n/)
  assert.match(playlist, /\n#EXT-X-PLAYLIST-TYPE:VOD\n[^]*#EXT-X-ENDLIST\n$/)
  const target = Number(/^#EXT-X-TARGETDURATION:(\d+)$/m.exec(playlist)![1])
  const entries = [...playlist.matchAll(/^#EXTINF:([\d.]+),\n(.+)$/gm)]
  assert.equal(
    entries.reduce((sum, [, seconds]) => sum + Number(seconds), 0),
    10,
  )
  for (const [, seconds, file] of entries) {
    assert.ok(Math.round(Number(seconds)) <= target)
    const segment = await nobody.fetch(new URL(file!, `http://x${url}`).pathname)
    assert.equal(segment.headers.get('content-type'), 'text/vtt; charset=utf-8')
    assert.match(await segment.text(), /^WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00\.000,MPEGTS:\d+\n\n/)
  }
  const beyond = new URL(`${entries.length + 1}.vtt`, `http://x${url}`).pathname
  assert.equal((await nobody.fetch(beyond)).status, 404)
}

function parseAttributes(line: string): Record<string, string> {
  return Object.fromEntries(
    [...line.matchAll(/([A-Z-]+)=(?:"([^"]*)"|([^,]*))/g)].map(([, name, quoted, bare]) => [
      name,
      quoted ?? bare,
    ]),
  )
}

async function playbackIdOf(id: string) {
  const row = await db.selectFrom('content').select('playback_id').where('id', '=', id).executeTakeFirst()
  return row?.playback_id
}
