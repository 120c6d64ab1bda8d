import assert from 'node:assert/strict'
import { once } from 'node:events'
import test from 'node:test'
import { createPageBody } from './page-body.ts'

const encode = (text: string) => new TextEncoder().encode(text)

test('sends everything that was written before a flush as one chunk', async () => {
  const { writable, stream, flush } = createPageBody()
  for (const text of ['<html>', '<body>']) writable.write(encode(text))
  flush()
  flush()
  writable.write(encode('the rest'))
  writable.end(encode('</html>'))
  await once(writable, 'close')
  const chunks = (await Array.fromAsync(stream)).map((chunk) => new TextDecoder().decode(chunk))
  assert.deepEqual(chunks, ['<html><body>', 'the rest</html>'])
})

test('an error ends the page, and a visitor who leaves ends the rendering', async () => {
  const failed = createPageBody()
  failed.writable.on('error', () => {})
  failed.writable.destroy(new Error('rendering failed'))
  await assert.rejects(Array.fromAsync(failed.stream), /rendering failed/)

  const left = createPageBody()
  const closed = once(left.writable, 'close')
  left.writable.write(encode('<html>'))
  await left.stream.cancel()
  left.flush()
  await closed
})

test('a page whose rendering is stopped ends, so that no connection stays open', async () => {
  const { writable, stream } = createPageBody()
  writable.write(encode('<html>'))
  writable.destroy()
  const chunks = await Array.fromAsync(stream).catch((error: Error) => error)
  assert.ok(chunks instanceof Error)
})
