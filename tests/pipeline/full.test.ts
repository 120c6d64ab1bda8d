import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { as, scene } from './scene.ts'

/** A disk of 2 MB; undefined where we may not mount one. */
function smallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'afterbell-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  after(() => {
    execFileSync('umount', [folder])
    rmSync(folder, { recursive: true })
  })
  return folder
}

const disk = smallDisk()

test(
  'a full disk is said, and the upload goes on when there is room',
  { skip: !disk && 'needs root' },
  async () => {
    const { url, join: joins } = await scene({ env: { DATA_DIR: disk! } })
    const ada = await joins('ada')
    const ballast = join(disk!, 'ballast')
    await writeFile(ballast, Buffer.alloc(1_000_000))
    const bytes = Buffer.alloc(1_500_000, 7)
    bytes.write('\0\0\0\x18ftypisom\0\0\x02\0isommp41', 'latin1')
    const body = JSON.stringify({
      title: 'x',
      content_type: 'live',
      file_name: 'a.mp4',
      file_size: bytes.length,
    })
    const json = as(ada, { 'content-type': 'application/json' })
    const announced = await fetch(`${url}/api/uploads`, { method: 'POST', headers: json, body })
    const { uploadURL } = (await announced.json()) as { uploadURL: string }
    const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' }
    const send = (offset: number) =>
      fetch(uploadURL, {
        method: 'PATCH',
        headers: as(ada, { ...tus, 'upload-offset': String(offset) }),
        body: bytes.subarray(offset) as BodyInit,
      })

    const full = await send(0)
    assert.equal(full.status, 507)
    assert.equal(((await full.json()) as { error: { title: string } }).error.title, 'Storage full')
    await unlink(ballast)
    const head = await fetch(uploadURL, { method: 'HEAD', headers: as(ada, { 'tus-resumable': '1.0.0' }) })
    const offset = Number(head.headers.get('upload-offset'))
    assert.ok(offset > 0 && offset < bytes.length)
    assert.equal((await send(offset)).status, 204)
  },
)
