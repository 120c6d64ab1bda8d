import assert from 'node:assert/strict'
import test from 'node:test'
import { readVideoTimescale } from './video-timescale.ts'

test('reads the timescale of the first track from both versions of its header', () => {
  const build = (version: 0 | 1, timescale: number) => {
    const times = version ? 16 : 8
    const header = Buffer.alloc(4 + times + 4)
    header[0] = version
    header.writeUInt32BE(timescale, 4 + times)
    return Buffer.concat([Buffer.from('....moov....trak....mdhd'), header])
  }
  const read = (file: Buffer) => readVideoTimescale(Uint8Array.from(file).buffer)
  assert.equal(read(build(0, 12_288)), 12_288)
  assert.equal(read(build(1, 90_000)), 90_000)
  assert.equal(read(Buffer.concat([build(0, 24_000), build(0, 48_000)])), 24_000)
  assert.equal(read(Buffer.from('no track')), 1)
})
