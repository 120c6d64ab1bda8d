import assert from 'node:assert/strict'
import test from 'node:test'
import { ChunkSender, type SendingProblem } from './chunk-sender.ts'

/** A server that stores chunks in order. `respond` can replace its response. */
function startSender(respond: (number: number) => number | Error | undefined = () => undefined) {
  const stored: string[] = []
  const log: string[] = []
  const sender = new ChunkSender({
    async post(number, bytes) {
      const response = respond(number)
      if (response instanceof Error) throw response
      if (response !== undefined) return { status: response }
      if (number > stored.length) return { status: 409 }
      if (number === stored.length) stored.push(new TextDecoder().decode(bytes))
      return { status: 204 }
    },
    loadExpectedNumber: async () => stored.length,
    onConnectionChange: (isLost) => log.push(isLost ? 'lost' : 'back'),
    onStop: (problem: SendingProblem) => log.push(problem),
  })
  return { sender, stored, log, push: (text: string) => sender.push(new TextEncoder().encode(text)) }
}

test('sends all bytes in order as numbered chunks', async () => {
  const { sender, stored, push } = startSender()
  for (const text of ['a', 'b', 'c']) push(text)
  await sender.finish()
  assert.equal(stored.join(''), 'abc')
})

test('sends a chunk again with the same bytes after a lost connection, and joins what has waited', async () => {
  let failures = 2
  const { sender, stored, log, push } = startSender(() =>
    failures-- > 0 ? new TypeError('Failed to fetch') : undefined,
  )
  push('a')
  await new Promise((resolve) => setImmediate(resolve))
  push('b')
  push('c')
  await sender.finish()
  assert.deepEqual(stored, ['a', 'bc'])
  assert.deepEqual(log, ['lost', 'back'])
})

test('continues with the chunk that the server expects', async () => {
  const { sender, stored, push } = startSender()
  push('a')
  await new Promise((resolve) => setTimeout(resolve, 5))
  push('b')
  await new Promise((resolve) => setTimeout(resolve, 5))
  // The server has lost the last chunk.
  assert.equal(stored.pop(), 'b')
  push('c')
  await sender.finish()
  assert.equal(stored.join(''), 'abc')
})

for (const [status, problem] of [
  [410, 'ended'],
  [403, 'refused'],
] as const)
  test(`stops when the server responds with ${status}`, async () => {
    const { sender, log, push } = startSender(() => status)
    push('a')
    await sender.finish()
    assert.deepEqual(log, [problem])
  })

test('gives up when too much data is waiting', async () => {
  const { sender, log } = startSender(() => 503)
  for (let i = 0; i < 18; i += 1) sender.push(new Uint8Array(1_000_000))
  await sender.finish()
  assert.deepEqual(log, ['lost', 'connection_lost'].slice(-log.length))
  assert.equal(log.at(-1), 'connection_lost')
})
