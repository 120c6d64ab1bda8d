import assert from 'node:assert/strict'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { recordFsyncedPaths } from '#tests/support/app/fsync-recorder.ts'
import {
  type PipelineTestApp,
  startPipelineTestApp,
  createTestUserHeaders,
} from '#tests/support/app/pipeline-test-app.ts'

let app: PipelineTestApp
before(async () => {
  app = await startPipelineTestApp()
})
after(() => app.close())
const skip = process.platform !== 'linux' && 'tells by /proc'

test('an upload offset is acknowledged only after its bytes are on disk', { skip }, async () => {
  const ada = await app.join('ada')
  const bytes = Buffer.alloc(100_000, 7)
  bytes.write('\0\0\0\x18ftypisom\0\0\x02\0isommp41', 'latin1')
  const json = createTestUserHeaders(ada, { 'content-type': 'application/json' })
  const body = JSON.stringify({
    title: 'x',
    content_type: 'live',
    file_name: 'a.mp4',
    file_size: bytes.length,
  })
  const paths = await recordFsyncedPaths()
  const announced = await fetch(`${app.url}/api/uploads`, { method: 'POST', headers: json, body })
  const { uploadURL } = (await announced.json()) as { uploadURL: string }
  const file = join(app.dataDir, 'files/uploads', uploadURL.slice(-36))
  assert.deepEqual(
    paths.splice(0),
    ['files', 'files/uploads'].map((name) => join(app.dataDir, name)),
    'the folder entries when the upload is created',
  )

  const tus = {
    'tus-resumable': '1.0.0',
    'content-type': 'application/offset+octet-stream',
    'upload-offset': '0',
  }
  const sent = await fetch(uploadURL, {
    method: 'PATCH',
    headers: createTestUserHeaders(ada, tus),
    body: bytes.subarray(0, 60_000),
  })
  assert.equal(sent.status, 204)
  assert.equal(paths.splice(0).at(-1), file, 'the bytes of a PATCH request')

  await fetch(uploadURL, {
    method: 'HEAD',
    headers: createTestUserHeaders(ada, { 'tus-resumable': '1.0.0' }),
  })
  assert.deepEqual(paths, [file], 'the bytes left by a broken PATCH request, before HEAD reports them')
})
