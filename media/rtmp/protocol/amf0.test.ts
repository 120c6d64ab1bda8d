import assert from 'node:assert/strict'
import test from 'node:test'
import { decodeAmf0 } from './decode-amf0.ts'
import { encodeAmf0 } from './encode-amf0.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

test('decodes what it encodes', () => {
  const bytes = encodeAmf0(['connect', 1.5, true, null, { app: 'live', höhe: 1080 }])
  assert.deepEqual(decodeAmf0(bytes), [
    'connect',
    1.5,
    true,
    null,
    new Map<string, unknown>([
      ['app', 'live'],
      ['höhe', 1080],
    ]),
  ])
})

test('decodes the other types of AMF0', () => {
  const one = '00 3ff0000000000000'
  assert.deepEqual(decodeAmf0(hex(`0a 00000002 ${one} 05`)), [[1, null]])
  assert.deepEqual(decodeAmf0(hex(`08 00000000 000161 ${one} 000009`)), [new Map([['a', 1]])])
  assert.deepEqual(decodeAmf0(hex(`10 000161 000162 ${one} 000009`)), [new Map([['b', 1]])])
  assert.deepEqual(decodeAmf0(hex('0b 3ff0000000000000 0000')), [1])
  assert.deepEqual(decodeAmf0(hex('0c 00000002 6869 06')), ['hi', undefined])
})

test('keys of objects cannot reach a prototype', () => {
  const [object] = decodeAmf0(encodeAmf0([{ ['__proto__']: 'x', constructor: 'y' }]))
  assert.ok(object instanceof Map)
  assert.equal((object as { app?: string }).app, undefined)
})

for (const [name, bytes] of [
  ['a number that is cut off', '00 3ff0'],
  ['an object without an end', '03 000161 05'],
  ['a reference', '07 0000'],
  ['an unknown marker', 'ff'],
  ['an array that is longer than the message', '0a ffffffff 05'],
] as const)
  test(`rejects ${name}`, () => {
    assert.throws(() => decodeAmf0(hex(bytes)), { reason: 'malformed_message' })
  })

test('rejects more values than a command needs', () => {
  assert.throws(() => decodeAmf0(Buffer.alloc(2000, 5)), { reason: 'malformed_message' })
})
