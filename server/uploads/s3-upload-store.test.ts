/*
 * If the connection to the bucket breaks in the middle of a response, storage counts as unavailable. The
 * response must ask the client to retry (503) and must not report a bug in the server (500).
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { after, before } from 'node:test'
import { StorageUnavailableError } from '#server/platform/storage/storage-errors.ts'
import { S3UploadStore } from './s3-upload-store.ts'

const key = 'uploads/3f1c8a52-9d3e-4b7a-8c11-0a6f5e2d4b90'
const info = JSON.stringify({ id: key, size: 10, offset: 0 })
const parts =
  '<?xml version="1.0"?><ListPartsResult><IsTruncated>false</IsTruncated><Part><PartNumber>1</PartNumber><Size>5</Size></Part></ListPartsResult>'

/** The kind of response that the bucket cuts off after half of the bytes. */
let broken: 'info' | 'parts' | 'remainder' | 'nothing' = 'nothing'

const bucket = createServer((request, response) => {
  if (request.method === 'HEAD') return void response.writeHead(404).end()
  const url = request.url!
  const kind = url.includes('uploadId') ? 'parts' : url.includes('.part') ? 'remainder' : 'info'
  const body = { info, parts, remainder: 'hello' }[kind]
  response.writeHead(200, { 'content-length': body.length, 'x-amz-meta-upload-id': 'u1' })
  if (kind !== broken) return void response.end(body)
  response.write(body.slice(0, body.length / 2), () => setTimeout(() => response.destroy(), 20))
})

before(async () => {
  bucket.listen(0, '127.0.0.1')
  await once(bucket, 'listening')
})
after(() => bucket.close())

function openStore(): S3UploadStore {
  const { port } = bucket.address() as AddressInfo
  return new S3UploadStore({
    bucket: 'videos',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  })
}

test('reads the offset of an upload from a bucket that responds normally', async () => {
  broken = 'nothing'
  assert.equal((await openStore().getUpload(key)).offset, 5)
})

for (const kind of ['info', 'parts'] as const)
  test(`reports storage as unavailable if the connection breaks during the ${kind} response`, async () => {
    broken = kind
    await assert.rejects(openStore().getUpload(key), StorageUnavailableError)
  })

test('reports storage as unavailable if the connection breaks while an incomplete part is downloaded', async () => {
  broken = 'remainder'
  await assert.rejects(openStore()['downloadIncompletePart'](key), StorageUnavailableError)
})
