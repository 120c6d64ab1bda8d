import assert from 'node:assert/strict'
import { chmod, link, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { createDiskStorage, preparePrivateFolder } from './disk-storage.ts'
import { assertRegularFiles, NotRegularFileError } from './regular-files.ts'

test('makes the storage folder private, even if other users could read it before', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-files-'))
  t.after(() => rm(folder, { recursive: true }))
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777
  await createDiskStorage(await preparePrivateFolder(join(folder, 'new'))).putBytes('a/b', Buffer.from('x'))
  assert.equal(await modeOf(join(folder, 'new')), 0o700)
  await mkdir(join(folder, 'old'))
  await chmod(join(folder, 'old'), 0o755)
  await preparePrivateFolder(join(folder, 'old'))
  assert.equal(await modeOf(join(folder, 'old')), 0o700)
})

test('disk storage refuses to store a symlink, or a folder that contains a symlink', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-files-'))
  t.after(() => rm(folder, { recursive: true }))
  const storage = createDiskStorage(join(folder, 'files'))
  const planted = join(folder, 'planted')
  await mkdir(planted)
  await writeFile(join(planted, 'plain'), 'plain')
  await symlink('/etc/passwd', join(planted, 'index.m3u8'))
  await assert.rejects(
    storage.putFile('media/planted/1.txt', join(planted, 'index.m3u8')),
    /not a regular file/,
  )
  await assert.rejects(storage.putFolder('media/planted/2', planted), /not a regular file/)
  assert.deepEqual(await Array.fromAsync(storage.list('media/planted')), [])
})

test('accepts folders of regular files, but rejects symlinks and hard links', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-files-'))
  t.after(() => rm(folder, { recursive: true }))
  const out = join(folder, 'made')
  await mkdir(join(out, '240p'), { recursive: true })
  await writeFile(join(out, '240p', 'seg_00001.m4s'), 'bytes')
  await assertRegularFiles(out)
  for (const plant of [
    (path: string) => symlink('/etc/passwd', path),
    (path: string) => symlink(join(out, '240p'), path),
    (path: string) => link(join(out, '240p', 'seg_00001.m4s'), path),
  ]) {
    const path = join(out, '240p', 'planted')
    await plant(path)
    await assert.rejects(assertRegularFiles(out), NotRegularFileError)
    await assert.rejects(assertRegularFiles(path), NotRegularFileError)
    await rm(path)
  }
  await assertRegularFiles(out)
})
