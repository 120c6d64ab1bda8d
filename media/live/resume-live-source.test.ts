import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import {
  createLiveSource,
  findDecodingErrors,
  inChunks,
  readFrameNumbers,
} from '#tests/support/media/live-sources.ts'
import { killSandboxes } from '../sandbox/orphaned-sandboxes.ts'
import type { LiveEvent, LivePart, LiveRenditionName } from './live-events.ts'
import { LiveSourceRejectedError } from './live-source-rejection.ts'
import { packageLiveSource } from './package-live-source.ts'

const folder = await mkdtemp(join(tmpdir(), 'afterbell-live-resume-'))
after(() => rm(folder, { recursive: true }))

for (const container of ['matroska', 'flv'] as const) {
  test(`continues a ${container} source after ffmpeg was killed, without a missing or repeated frame`, async () => {
    const path = await createLiveSource(join(folder, container), {
      container,
      seconds: 7,
      reorderedFrames: container === 'flv',
    })
    const bytes = await readFile(path)
    // Kill ffmpeg after the low rendition has fallen one part behind the source.
    const stored: LiveEvent[] = []
    const killed = storeUntilKilled(container, bytes, stored, 17)
    await assert.rejects(killed, (error) => !(error instanceof LiveSourceRejectedError))
    const header = stored[0]?.type === 'source_header' ? stored[0].bytes : undefined
    const lastParts = { source: lastPart('source', stored), low: lastPart('low', stored) }
    const sourceOffset = Math.min(lastParts.source.resumeOffset, lastParts.low.resumeOffset)
    assert.ok(sourceOffset > header!.length, 'the first keyframe is not needed again')
    const continued = await Array.fromAsync(
      packageLiveSource({
        container,
        source: inChunks(Buffer.concat([header!, bytes.subarray(sourceOffset)])),
        resume: { sourceOffset, lastParts },
      }),
    )
    assert.deepEqual(
      continued.filter(({ type }) => type !== 'part').map((event) => ({ ...event })),
      stored.filter(({ type }) => type !== 'part').map((event) => ({ ...event })),
    )
    for (const rendition of ['source', 'low'] as const) {
      const parts = [...listParts(rendition, stored), ...listParts(rendition, continued)]
      const file = await writeRendition(rendition, stored, parts)
      const numbers = (await readFrameNumbers(file)).map(({ number }) => number)
      assert.deepEqual(
        numbers,
        Array.from({ length: 210 }, (_, n) => n),
      )
      assert.equal(await findDecodingErrors(file), '')
      assert.deepEqual(
        parts.map(({ startTime }) => startTime.toFixed(3)).slice(1),
        parts.map(({ startTime, duration }) => (startTime + duration).toFixed(3)).slice(0, -1),
      )
      const places = parts.map(({ sequence, partIndex }) => `${sequence}.${partIndex}`)
      assert.equal(new Set(places).size, parts.length)
    }
  })
}

/** Stores the given number of events. Then kills ffmpeg and waits until the packager ends. */
async function storeUntilKilled(
  container: 'matroska' | 'flv',
  bytes: Buffer,
  stored: LiveEvent[],
  count: number,
) {
  async function* untilKilled() {
    // The source never ends, so that ffmpeg cannot exit before it is killed.
    yield* inChunks(bytes.subarray(0, Math.floor(bytes.length * 0.8)))
    await new Promise(() => {})
  }
  for await (const event of packageLiveSource({ container, source: untilKilled() })) {
    if (stored.length < count) stored.push(event)
    if (stored.length === count) await killSandboxes('mine')
  }
}

function listParts(rendition: LiveRenditionName, events: readonly LiveEvent[]): LivePart[] {
  return events.filter((event) => event.type === 'part').filter((part) => part.rendition === rendition)
}

function lastPart(rendition: LiveRenditionName, events: readonly LiveEvent[]): LivePart {
  return listParts(rendition, events).at(-1)!
}

async function writeRendition(
  rendition: LiveRenditionName,
  events: readonly LiveEvent[],
  parts: readonly LivePart[],
) {
  const init = events.find((event) => event.type === 'init' && event.rendition === rendition)
  assert.ok(init?.type === 'init')
  const path = join(folder, `${rendition}.mp4`)
  await writeFile(path, Buffer.concat([init.bytes, ...parts.map((part) => part.bytes)]))
  return path
}
