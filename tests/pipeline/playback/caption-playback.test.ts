import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { openAsBlob } from 'node:fs'
import { open } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import type { StreamTargetChunk } from 'mediabunny'
import { getContent } from '#contract/content/content.ts'
import { addCaptions } from '#tests/support/app/add-captions.ts'
import { startTestApp } from '#tests/support/app/test-app.ts'
import { uploadAndAwaitProcessing } from '#tests/support/clients/upload-client.ts'
import { createTestClip } from '#tests/support/media/generated-clips.ts'
import { findSyncFlashes, readHlsCaptions, type StreamTimeRange } from '#tests/support/media/hls-captions.ts'
import { remuxVideo } from '#web/features/upload/preprocessing/remux-video.ts'

const testApp = await startTestApp({ working: true, env: { PACE: '0' } })
const server = serve({ fetch: testApp.app.fetch, port: 0, hostname: '127.0.0.1' })
await once(server, 'listening')
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
after(async () => {
  server.close()
  await testApp.close()
})
const ada = await testApp.signUpMember('ada')

// The second flash, and therefore its caption, spans two segments.
const film = (fps: number) =>
  createTestClip(undefined, {
    seconds: 10,
    width: 160,
    height: 90,
    fps,
    flashes: [
      [2, 3],
      [7, 9],
    ],
  })
const texts = { en: 'The light is on', fr: 'La lumière est allumée', ar: 'الضوء مضاء' }
const tolerance = 0.1

for (const fps of [24, 60])
  test(`ffmpeg reads captions in three languages with the right times (${fps} frames per second)`, async () => {
    await checkPlayback(await film(fps))
  })

test('captions stay in sync with a video trimmed by the upload form', async () => {
  const path = join(testApp.dataDir, 'trimmed-by-browser.mp4')
  const out = await open(path, 'w')
  const to = new WritableStream<StreamTargetChunk>({
    write: async ({ data, position }) => void (await out.write(data, 0, data.length, position)),
  })
  const file = await openAsBlob(await film(25))
  await remuxVideo({ file, to, trim: { start: 1, end: 9.5 }, onProgress() {} })
  await out.close()
  const flashes = await findSyncFlashes(path, { fromStart: true })
  assert.ok(Math.abs(flashes[0]!.start - 1) < 0.05, 'the second before the cut is missing')
  await checkPlayback(path)
})

test('captions stay in sync with a video trimmed by an edit list', async () => {
  // The file starts with the key frame before the cut. An edit list hides the frames up to the cut.
  const { path, start } = await cut(await film(25), 'mp4', ['-ss', '1.24'])
  assert.ok(start < -0.1, `the first hidden frame is at ${start} s`)
  await checkPlayback(path)
})

for (const container of ['mp4', 'mkv'])
  test(`captions stay in sync with a trimmed video whose timestamps do not start at zero: ${container}`, async () => {
    const { path, start } = await cut(await film(25), container, ['-ss', '1', '-copyts'])
    assert.ok(start > 0.5, `the first frame is at ${start} s`)
    await checkPlayback(path)
  })

/**
 * Uploads the film with a caption for each flash, and compares the times of captions and flashes in the
 * stream.
 */
async function checkPlayback(path: string): Promise<void> {
  const shown = await findSyncFlashes(path, { fromStart: true })
  assert.equal(shown.length, 2)
  const fileName = `film.${path.split('.').at(-1)}`
  const { contentId } = await uploadAndAwaitProcessing(ada, {
    path,
    fileName,
    title: 'Lighthouse',
    by: 'form',
  })
  for (const [language, text] of Object.entries(texts))
    await addCaptions(ada, contentId, writeCaptions(shown, text), language)
  const { stream_url } = await ada.call(getContent, { params: { id: contentId } })
  const master = origin + stream_url
  const [flashes, { firstFrame, captions }] = await Promise.all([
    findSyncFlashes(master),
    readHlsCaptions(master),
  ])
  assert.deepEqual([...captions.keys()].toSorted(), Object.keys(texts).toSorted())
  const mappedBy = await readTimestampOffset(master)
  for (const [language, text] of Object.entries(texts)) {
    const cues = captions.get(language)!
    assert.deepEqual(
      cues.map((cue) => cue.text),
      [`${text} 1`, `${text} 2`],
    )
    cues.forEach((cue, at) => {
      assertSameTime(cue, flashes[at]!, `${language}: the picture`)
      assertSameTime(cue, move(shown[at]!, firstFrame), `${language}: the file, counted from the first frame`)
      assertSameTime(move(cue, mappedBy), flashes[at]!, `${language}: in players that read X-TIMESTAMP-MAP`)
    })
  }
}

const move = ({ start, end }: StreamTimeRange, by: number) => ({ start: start + by, end: end + by })

function assertSameTime(cue: StreamTimeRange, expected: StreamTimeRange, message: string): void {
  for (const edge of ['start', 'end'] as const) {
    const difference = Math.abs(cue[edge] - expected[edge])
    assert.ok(difference <= tolerance, `${message}: the ${edge} is ${difference.toFixed(3)} s off`)
  }
}

/** Returns how many seconds X-TIMESTAMP-MAP adds to the times of the first caption segment. */
async function readTimestampOffset(master: string): Promise<number> {
  const [, playlist] = /TYPE=SUBTITLES.*URI="([^"]+)"/.exec(await (await fetch(master)).text())!
  const segment = await (await fetch(new URL('1.vtt', new URL(playlist!, master)))).text()
  const [, ticks] = /^X-TIMESTAMP-MAP=LOCAL:00:00:00\.000,MPEGTS:(\d+)$/m.exec(segment)!
  return Number(ticks) / 90_000
}

function writeCaptions(parts: readonly StreamTimeRange[], text: string): string {
  const time = (seconds: number) => `00:${seconds.toFixed(3).padStart(6, '0')}`
  const cues = parts.map(({ start, end }, at) => `${time(start)} --> ${time(end)}\n${text} ${at + 1}\n`)
  return ['WEBVTT\n', ...cues].join('\n')
}

/**
 * Cuts off the beginning of the film without re-encoding it, and returns the timestamp of the first packet.
 */
async function cut(whole: string, container: string, options: string[]) {
  const path = join(testApp.dataDir, `trimmed.${container}`)
  const run = promisify(execFile)
  await run('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...options, '-i', whole, '-c', 'copy', path])
  const show = ['-select_streams', 'v:0', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0']
  const { stdout } = await run('ffprobe', ['-v', 'error', ...show, path])
  return { path, start: Math.min(...stdout.trim().split('\n').map(Number.parseFloat)) }
}
