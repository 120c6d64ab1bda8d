import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { runFfmpeg } from '../ffmpeg/run-ffmpeg.ts'

const folder = await mkdtemp(join(tmpdir(), 'afterbell-outputs-'))
after(() => rm(folder, { recursive: true }))

test('deletes symlinks and named pipes that an ffmpeg run leaves in its folder, and reports the run as failed', async () => {
  const out = join(folder, 'out')
  await mkdir(out)
  const script =
    'ln -s /etc/passwd index.m3u8; mkdir 240p; ln -s / 240p/root; mkfifo poster.webp; echo fine > segment'
  // Commands that an attacker who has compromised ffmpeg could run.
  const result = await runFfmpeg({ tool: 'sh' as 'ffmpeg', args: ['-c', script], folder: out })
  assert.deepEqual([result.ok, result.failed], [false, true])
  assert.match(result.log, /links or special files/)
  assert.deepEqual((await readdir(out, { recursive: true })).toSorted(), ['240p', 'segment'])
})
