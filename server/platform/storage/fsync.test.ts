import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import test, { after } from 'node:test'
import { recordFsyncedPaths } from '#tests/support/app/fsync-recorder.ts'
import { createDiskStorage } from './disk-storage.ts'

const folder = await mkdtemp(join(tmpdir(), 'afterbell-durable-'))
const files = join(folder, 'files')
const storage = createDiskStorage(files)
const skip = process.platform !== 'linux' && 'tells by /proc'

after(() => rm(folder, { recursive: true }))

test('a write resolves only after the file and its directory entry are on disk', { skip }, async () => {
  await mkdir(files)
  await mkdir(join(folder, 'out/sound'), { recursive: true })
  for (const name of ['index.m3u8', 'seg_1.m4s', 'sound/seg_1.m4s'])
    await writeFile(join(folder, 'out', name), name)
  const paths = await recordFsyncedPaths()
  await storage.putFolder('media/a/1', join(folder, 'out'))
  // Files are flushed under their temporary names. Folders with new entries are flushed after that.
  const seen = paths.map((path) => relative(files, path).replace(/\.[0-9a-f-]{36}\.part/, '.part'))
  assert.deepEqual(seen.slice(0, 2).toSorted(), ['', 'media'])
  assert.deepEqual(seen.slice(2, 5).toSorted(), [
    'media/a/1.part/index.m3u8',
    'media/a/1.part/seg_1.m4s',
    'media/a/1.part/sound/seg_1.m4s',
  ])
  assert.deepEqual(seen.slice(5), ['media/a/1.part/sound', 'media/a/1.part', 'media/a'])
})
