import { liveUpdateTimings as figures } from '#contract/live-update-limits.ts'
import { postComment } from '#contract/engagement/comments.ts'
import { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { LiveUpdateClient } from '#tests/support/clients/live-update-client.ts'
import { startFlakyProxy } from '#tests/support/servers/flaky-proxy.ts'
import type { InjectedFault, FaultMeasurement } from './injected-fault.ts'
import { publishVideo } from '#tests/support/clients/publish-video.ts'
import { startSharedMultiProcessTestSite } from '#tests/support/cluster/multi-process-test-site.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'

export const halfOpenConnectionsFault: InjectedFault = {
  name: 'half-open',
  guarantee:
    'a live connection dies silently: both sides detect it within 35 s, and every comment arrives exactly once',
  fullRepetitions: 5,
  quickRepetitions: 1,
  run,
}

/** The checks run in parallel, because each takes 35 s. */
async function run(count: number): Promise<FaultMeasurement[]> {
  const site = await startSharedMultiProcessTestSite({ role: 'all' })
  const writer = await site.signUpMember()
  const contentId = await publishVideo(writer)
  const lines = await Promise.all(
    Array.from({ length: count }, () => startFlakyProxy({ host: '127.0.0.1', port: site.web.port })),
  )
  const ears = lines.map(
    (line) => new LiveUpdateClient(new HttpTestClient(`http://127.0.0.1:${line.port}`), contentId, 0),
  )
  await waitUntil(() => ears.every(({ connections }) => connections === 1))
  const said: string[] = []
  const says = async (body: string) =>
    said.push((await writer.call(postComment, { params: { id: contentId }, body: { body } })).id)
  await says('before')
  await waitUntil(() => ears.every(({ comments }) => comments.length === said.length))
  const diedAt = Date.now()
  const dead = lines.map((line) => line.blackholeOpenConnections())
  await says('meanwhile')
  const limit = figures.heartbeat + figures.timeout
  await waitUntil(() => ears.every(({ comments }) => comments.length >= said.length), 60)
  await waitUntil(() => lines.every(({ givenUp }, n) => givenUp.length >= dead[n]!), 60)
  await says('after')
  await waitUntil(() => ears.every(({ comments }) => comments.length >= said.length))
  const after = (times: number[]) => (Math.max(...times) - diedAt) / 1000
  const exact = ears.filter(({ comments }) => comments.join() === said.join()).length
  const measurements: FaultMeasurement[] = [
    {
      name: 'longest detection by the server',
      value: after(lines.map(({ givenUp }) => givenUp.at(-1)!)),
      unit: 's',
      threshold: { atMost: limit / 1000 + 0.5 },
    },
    {
      name: 'longest detection by the page',
      value: after(ears.map(({ deadConnections }) => deadConnections[0]!)),
      unit: 's',
      threshold: { atMost: limit / 1000 + 0.5 },
    },
    { name: 'pages that received every comment once, in order', value: exact, threshold: { exactly: count } },
  ]
  await Promise.all(ears.map((listener) => listener.stop()))
  await Promise.all(lines.map((line) => line.close()))
  return measurements
}
