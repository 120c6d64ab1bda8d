/*
 * Runs one hostile sender in a thread of its own. Real attackers use other machines, so the thread has the lowest
 * priority and takes little CPU time from the server. It responds to two messages: `{ attackMs }` attacks for this
 * long, and `finish` ends the broadcasts.
 */
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import type { AttackerReport, AttackerSetup } from './attacker.ts'
import { prepareHttpAttack, prepareRtmpAttack } from './hostile-attacks.ts'
import type { HostileSources } from './hostile-sources.ts'
import { HttpAttacker } from './http-attacker.ts'
import { RtmpAttacker } from './rtmp-attacker.ts'

// On Linux, this changes the priority of the calling thread only.
setPriority(0, 19)

const setup = workerData as AttackerSetup
const client = new HttpTestClient(setup.url)
for (const [name, value] of setup.cookies) client.cookies.set(name, value)
const member = new HttpAttacker(client)
const sources = Object.fromEntries(
  Object.entries(setup.sources).map(([name, bytes]) => [name, Buffer.from(bytes)]),
) as unknown as HostileSources
const run = prepareAttack()

function prepareAttack(): (over: AbortSignal) => Promise<void> {
  if (!setup.rtmp) {
    const attack = prepareHttpAttack(setup.name, sources)
    return (over) => attack(member, over)
  }
  const encoder = new RtmpAttacker(member, setup.rtmp)
  const attack = prepareRtmpAttack(setup.name, sources)
  return async (over) => {
    const before = encoder.connections
    await attack(encoder, over)
    member.requests += encoder.connections - before
  }
}

/** Continues the attack until the server has refused it with the expected message, and then ends the broadcasts. */
async function finish(): Promise<void> {
  const over = new AbortController()
  const attack = run(over.signal)
  const isRefused = () => [...member.messages.keys()].some((message) => setup.expected.test(message))
  // The test reports a missing message.
  await waitUntil(isRefused).catch(() => {})
  over.abort()
  await attack
  await member.endBroadcasts()
}

parentPort!.on('message', async (message: { attackMs: number } | 'finish') => {
  if (message === 'finish') await finish()
  else await run(AbortSignal.timeout(message.attackMs))
  const report: AttackerReport = { messages: [...member.messages], requests: member.requests }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- messages to and from a worker have no target origin
  parentPort!.postMessage(report)
})
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- messages to and from a worker have no target origin
parentPort!.postMessage('ready')
