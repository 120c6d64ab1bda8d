import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import test, { after } from 'node:test'
import { createLiveSource, inChunks } from '#tests/support/media/live-sources.ts'
import { listProcessTree, waitForProcessesToExit } from '#tests/support/processes/process-tree.ts'
import type { LivePart } from './live-events.ts'
import { packageLiveSource } from './package-live-source.ts'

const folder = await mkdtemp(join(tmpdir(), 'afterbell-live-kill-'))
after(() => rm(folder, { recursive: true }))

test('after kill -9 of the process, ffmpeg ends and another process continues at the last part', async () => {
  const path = await createLiveSource(join(folder, 'source'), { container: 'matroska', seconds: 6 })
  const bytes = await readFile(path)
  const { header, parts } = await packageUntilKilled(path)
  const [source, low] = (['source', 'low'] as const).map((name) => parts.findLast(isOf(name))!)
  const sourceOffset = Math.min(source!.resumeOffset, low!.resumeOffset)
  const continued = await Array.fromAsync(
    packageLiveSource({
      container: 'matroska',
      source: inChunks(Buffer.concat([header, bytes.subarray(sourceOffset)])),
      resume: { sourceOffset, lastParts: { source: source!, low: low! } },
    }),
  )
  for (const last of [source!, low!]) {
    const next = continued.filter((event) => event.type === 'part').find(isOf(last.rendition))!
    assert.ok(Math.abs(next.startTime - (last.startTime + last.duration)) < 1e-6)
  }
})

/** Packages a source in another process, which is killed after ten parts. */
async function packageUntilKilled(path: string) {
  const code = `import { readFile } from 'node:fs/promises'
    import { packageLiveSource } from ${JSON.stringify(join(import.meta.dirname, 'package-live-source.ts'))}
    async function* source() {
      const bytes = await readFile(${JSON.stringify(path)})
      for (let at = 0; at < bytes.length * 0.9; at += 10_000) yield bytes.subarray(at, at + 10_000)
      setInterval(() => {}, 1000)
      await new Promise(() => {})
    }
    for await (const { bytes, ...event } of packageLiveSource({ container: 'matroska', source: source() }))
      console.log(JSON.stringify(event.type === 'source_header' ? bytes.toString('base64') : event))`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const parts: LivePart[] = []
  let header = Buffer.alloc(0)
  for await (const line of createInterface({ input: child.stdout })) {
    const event: LivePart | string = JSON.parse(line)
    if (typeof event === 'string') header = Buffer.from(event, 'base64')
    else if (event.type === 'part') parts.push(event)
    if (parts.length === 10) break
  }
  const tree = await listProcessTree(child.pid!)
  assert.ok(tree.length > 1, 'ffmpeg is not running')
  const ended = once(child, 'close')
  child.kill('SIGKILL')
  await ended
  await waitForProcessesToExit(tree)
  return { header, parts }
}

function isOf(name: LivePart['rendition']) {
  return ({ rendition }: LivePart) => rendition === name
}
