import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { localStorage, ownFolder } from './local.ts'

test('what lies there can be read by no other user of the machine, also where it lay open before', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-files-'))
  t.after(() => rm(folder, { recursive: true }))
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777
  await localStorage(await ownFolder(join(folder, 'new'))).putBytes('a/b', Buffer.from('x'))
  assert.equal(await modeOf(join(folder, 'new')), 0o700)
  await mkdir(join(folder, 'old'))
  await chmod(join(folder, 'old'), 0o755)
  await ownFolder(join(folder, 'old'))
  assert.equal(await modeOf(join(folder, 'old')), 0o700)
})
