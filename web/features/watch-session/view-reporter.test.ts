import assert from 'node:assert/strict'
import test from 'node:test'
import { createViewReporter } from './view-reporter.ts'

interface Request {
  path: string
  body: { token: string; seconds: number; played: string; source: string } | null
}

/** Replaces the API with a mock that records the requests and responds with a new token to each. */
function recordRequests(t: test.TestContext): Request[] {
  const sent: Request[] = []
  t.mock.method(globalThis, 'fetch', async (path: string, { body }: RequestInit) => {
    sent.push({ path, body: body ? (JSON.parse(body as string) as Request['body']) : null })
    return Response.json({ token: `token ${sent.length}` })
  })
  return sent
}

const settle = () => new Promise((resume) => setImmediate(resume))
const report = () => createViewReporter({ contentId: 'x', requiredSeconds: 10, source: 'search' })

/** Simulates playback from one position to another, with a tick every second. */
function play(one: ReturnType<typeof report>, from: number, to: number, rate = 1) {
  for (let at = from; at < to; at += rate)
    one.addPlayback(0, 1000, { currentTime: Math.min(at + rate, to), duration: 100, rate })
}

test('reports a view after the required watch time, and reports the played parts afterwards', async (t) => {
  const sent = recordRequests(t)
  const one = report()
  play(one, 0, 9)
  await one.sendSummary()
  assert.equal(sent.length, 0)
  play(one, 9, 20)
  await settle()
  assert.deepEqual(
    sent.map(({ path }) => path),
    ['/api/content/x/views'],
  )
  await one.sendSummary()
  assert.deepEqual(sent[1], {
    path: '/api/content/x/watch-summaries',
    body: { token: 'token 1', seconds: 20, played: `fffff${'0'.repeat(20)}`, source: 'search' },
  })
})

test('a later watch summary covers the whole view and uses the next token', async (t) => {
  const sent = recordRequests(t)
  const one = report()
  play(one, 0, 12)
  await settle()
  await one.sendSummary()
  await one.sendSummary()
  assert.equal(sent.length, 2, 'nothing more was played')
  // The viewer skips to the middle and then plays at double speed.
  play(one, 60, 80, 2)
  await one.sendSummary()
  assert.deepEqual(sent[2]!.body, {
    token: 'token 2',
    seconds: 22,
    played: `fff${'0'.repeat(12)}fffff${'0'.repeat(5)}`,
    source: 'search',
  })
})

test('watch summaries exclude skipped parts and the time during which the device was asleep', async (t) => {
  const sent = recordRequests(t)
  const one = report()
  play(one, 0, 12)
  await settle()
  one.addPlayback(0, 3600_000, { currentTime: 13, duration: 100, rate: 1 })
  await one.sendSummary()
  assert.equal(sent[1]!.body!.seconds, 72)
  assert.equal(sent[1]!.body!.played, `fff8${'0'.repeat(21)}`)
})
