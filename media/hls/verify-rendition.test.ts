import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { createTestClip } from '#tests/support/media/generated-clips.ts'
import { encodeFirstRendition } from '../encode/encode.ts'
import { probeVideo } from '../probe/probe-video.ts'
import { MediaRejectedError } from '../media-rejection.ts'
import { verifyRendition } from './verify-rendition.ts'

const folder = await mkdtemp(join(tmpdir(), 'afterbell-verify-'))
const good = join(folder, 'good')
after(() => rm(folder, { recursive: true }))
before(async () => {
  const input = await createTestClip(folder, { seconds: 9, fps: 10, keyframes: 1 })
  const source = await probeVideo(input)
  await encodeFirstRendition({ source, input, out: folder })
  await cp(join(folder, 'source'), good, { recursive: true })
})

async function verifyDamaged(name: string, damage: (copy: string) => Promise<unknown>) {
  const copy = join(folder, name)
  await cp(good, copy, { recursive: true })
  await damage(copy)
  return verifyRendition(copy, { duration: 9 }).then(
    () => 'passed',
    (error) => (error instanceof MediaRejectedError ? error.code : 'transient'),
  )
}

async function cutEnd(copy: string) {
  const path = join(copy, 'index.m3u8')
  await writeFile(path, (await readFile(path, 'utf8')).replace('#EXT-X-ENDLIST', ''))
}

test('accepts a complete rendition and derives its attributes from its files', async () => {
  const rendition = await verifyRendition(good, { duration: 9 })
  assert.equal(rendition.codecs.split(',')[1], 'mp4a.40.2')
  assert.match(rendition.codecs, /^avc1\.[0-9a-f]{6},/)
  assert.deepEqual([rendition.width, rendition.height, rendition.frame_rate], [320, 180, 10])
  assert.ok(rendition.independent && rendition.bandwidth >= rendition.average_bandwidth)
  assert.deepEqual(rendition.files.slice(0, 3), ['good/index.m3u8', 'good/init.mp4', 'good/seg_00001.m4s'])
})

test('reports segments left empty by a full disk as a retryable error', async () => {
  assert.equal(await verifyDamaged('empty', (copy) => truncate(join(copy, 'seg_00002.m4s'))), 'transient')
})

test('rejects a rendition with a missing init segment or segment, or with a playlist without an end tag', async () => {
  assert.equal(await verifyDamaged('endless', cutEnd), 'transient')
  assert.equal(await verifyDamaged('initless', (copy) => rm(join(copy, 'init.mp4'))), 'transient')
  assert.equal(await verifyDamaged('missing', (copy) => rm(join(copy, 'seg_00001.m4s'))), 'transient')
})

test('rejects a source if its rendition is shorter than 90% of the source’s declared duration', async () => {
  await assert.rejects(verifyRendition(good, { duration: 10.5 }), {
    code: 'unreadable',
    detail: 'The video could not be read.',
  })
  await assert.doesNotReject(verifyRendition(good, { duration: 9.5 }))
})
