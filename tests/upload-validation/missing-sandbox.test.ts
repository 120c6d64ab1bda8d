import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import sharp from 'sharp'
import { createUpload, getProcessingStatus } from '#contract/content/uploads.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { makeTestPatternClip } from '#tests/support/media/test-pattern-clip.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { hostileFiles } from '#tests/support/hostile-files/all-hostile-files.ts'
import { checkHostileFile } from './hostile-file-check.ts'
import { startSandboxCanary } from './sandbox-canary.ts'
import { startUploadValidationTestSite } from './upload-validation-test-site.ts'

/**
 * Simulates a machine where bubblewrap cannot create namespaces. As soon as a file named `mended` appears
 * next to the fake `bwrap` program, bubblewrap works.
 */
const tools = await mkdtemp(join(tmpdir(), 'afterbell-no-walls-'))
await writeFile(
  join(tools, 'bwrap'),
  `#!/bin/sh
[ -e ${tools}/mended ] && PATH=${process.env['PATH']} exec bwrap "$@"
echo "bwrap: No permissions to create new namespace" >&2
exit 1
`,
  { mode: 0o755 },
)
const PATH = `${tools}:${process.env['PATH']}`
after(() => rm(tools, { recursive: true }))

const files =
  `list-behind-ftyp.mp4 list-in-subtitles.avi reference-movie.mov many-times.mp4 too-long.mkv lie.png
  place-6.jpg`.split(/\s+/)

test('format allowlists and resource limits still apply with SANDBOX=off and without user namespaces', async () => {
  const canary = await startSandboxCanary()
  const site = await startUploadValidationTestSite({ PATH, SANDBOX: 'off' })
  after(async () => {
    await site.close()
    await canary.close()
  })
  const loud = () => site.log.filter((line) => line.includes('WARNING'))
  const wrong: string[] = []
  for (const name of files) {
    const { problems } = await checkHostileFile(
      site,
      canary,
      hostileFiles.find((one) => one.name === name)!,
    )
    wrong.push(...problems.map((one) => `${name}: ${one}`))
  }
  assert.deepEqual(wrong, [])
  assert.equal(loud().length, 1)
  assert.match(loud()[0]!, /"level":"warn".*without bubblewrap \(user namespaces\)\. Only resource limits/)
})

test('without a sandbox no media is decoded, and uploads wait until the sandbox works again', async () => {
  const site = await startUploadValidationTestSite({ PATH, SANDBOX: '' })
  after(() => site.close())
  const told = (text: string) => site.log.some((line) => line.includes(text))
  await waitUntil(() =>
    told('No video and no picture is decoded: bubblewrap (user namespaces) does not work here'),
  )
  assert.ok(told('or set SANDBOX=off'), 'the log explains how to fix the problem')

  const { visitor } = await site.member()
  const film = await makeTestPatternClip('avi', { seconds: 1 })
  const { contentId, streamId } = await sendFilm(visitor, film)
  const stream = () => visitor.call(getProcessingStatus, { params: { streamId } })
  await waitUntil(async () => (await stream()).waiting_for === 'sandbox')
  const { state, error, ready } = await stream()
  assert.deepEqual([state, error, ready], ['received', null, false])
  const picture = await visitor.fetch('/api/me/avatar', { method: 'PUT', body: new Uint8Array(await png()) })
  assert.equal(picture.status, 503)
  assert.ok(picture.headers.get('retry-after'))
  assert.deepEqual(await site.listChildProcesses(), [], 'nothing was started')

  await writeFile(join(tools, 'mended'), '')
  await waitUntil(async () => (await stream()).ready, 60)
  assert.ok(told('The sandbox works again'))
  const [row] = await site.query<{ tries: number; waiting_for: string | null }>(
    'select tries, waiting_for from streams where content_id = $1',
    [contentId],
  )
  assert.deepEqual(row, { tries: 1, waiting_for: null }, 'waiting is not a try')
})

async function sendFilm(visitor: HttpTestClient, film: Buffer) {
  const about = {
    title: 'Harbour',
    content_type: 'music',
    file_name: 'a.avi',
    file_size: film.length,
  } as const
  const { contentId, streamId, uploadURL } = await visitor.call(createUpload, { body: about })
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(film)]), 'a.avi')
  assert.equal((await visitor.fetch(uploadURL, { method: 'POST', body: form })).status, 200)
  return { contentId, streamId }
}

function png(): Promise<Buffer> {
  const create = { width: 60, height: 60, channels: 3 as const, background: '#123456' }
  return sharp({ create }).png().toBuffer()
}
