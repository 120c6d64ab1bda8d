import assert from 'node:assert/strict'
import test from 'node:test'
import sharp from 'sharp'
import { receiveImage } from './receive-image.ts'

const size = { width: 64, height: 64, fit: 'cover' } as const
const small = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()
const sent = () => new Request('http://here', { method: 'PUT', body: new Uint8Array(small) })

test('rejects a member’s third concurrent image upload without affecting other members', async () => {
  const [first, second, third, other] = await Promise.allSettled(
    ['ada', 'ada', 'ada', 'bert'].map((id) => receiveImage({ id }, sent(), size)),
  )
  assert.deepEqual(
    [first, second, third, other].map((one) => one!.status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  )
  assert.equal((third as PromiseRejectedResult).reason.code, 'too_many_requests')
  assert.ok(await receiveImage({ id: 'ada' }, sent(), size), 'another image is accepted once they are done')
})
