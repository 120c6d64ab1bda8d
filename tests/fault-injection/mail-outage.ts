import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { signUp } from '#contract/accounts/accounts.ts'
import { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import type { InjectedFault, FaultMeasurement } from './injected-fault.ts'
import {
  type MultiProcessTestSite,
  startSharedMultiProcessTestSite,
} from '#tests/support/cluster/multi-process-test-site.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { generateUniqueUsername } from '#tests/support/fixtures/unique-username.ts'

/**
 * Failure modes of the mail server. In `hangs` mode, the mail server accepts the connection but never
 * responds.
 */
const failureModes = ['down', 'hangs', '421', '550', 'restart'] as const

export const mailOutageFault: InjectedFault = {
  name: 'mail',
  guarantee: 'mail server down: sign-up still works, and the email is sent later, even after a restart',
  fullRepetitions: 10,
  quickRepetitions: 1,
  run,
}

/** A mail server that can be down, hang or reject email, and that always uses the same port. */
class FaultyMailServer {
  readonly emails: string[] = []
  rejected = 0
  port = 0
  #server: Server | SMTPServer | undefined
  readonly #sockets = new Set<Socket>()

  async start(refusal?: '421' | '550'): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) => {
        if (!refusal) return done()
        this.rejected += 1
        done(Object.assign(new Error('not now'), { responseCode: Number(refusal) }))
      },
      onData: (stream, _session, done) => {
        let text = ''
        stream.on('data', (part: Buffer) => (text += part.toString()))
        stream.on('end', () => {
          this.emails.push(text)
          done()
        })
      },
    })
    server.on('error', () => {})
    await this.#opens(server, server.server)
  }

  async hang(): Promise<void> {
    const server = createServer((socket) => {
      this.rejected += 1
      this.#sockets.add(socket.on('error', () => {}))
    })
    await this.#opens(server, server)
  }

  async #opens(server: Server | SMTPServer, listening: Server): Promise<void> {
    this.#server = server
    const ready = once(listening, 'listening')
    server.listen(this.port, '127.0.0.1')
    await ready
    this.port = (listening.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#sockets.clear()
    const server = this.#server
    this.#server = undefined
    if (server) await new Promise<void>((closed) => server.close(() => closed()))
  }
}

async function run(count: number): Promise<FaultMeasurement[]> {
  const mailServer = new FaultyMailServer()
  await mailServer.start()
  await mailServer.stop()
  const site = await startSharedMultiProcessTestSite({
    role: 'all',
    env: { SMTP_URL: `smtp://127.0.0.1:${mailServer.port}` },
  })
  let [joined, arrived, slowest] = [0, 0, 0]
  const kinds = count === 1 ? (['restart'] as const) : failureModes
  for (let n = 0; n < count; n += 1) {
    const kind = kinds[n % kinds.length]!
    await startOutage(mailServer, kind)
    const at = performance.now()
    const address = await joinSite(site, n)
    slowest = Math.max(slowest, (performance.now() - at) / 1000)
    joined += 1
    if (kind === 'restart') {
      await site.web.kill()
      await site.restartWeb()
    } else if (kind !== 'down') await waitUntil(() => mailServer.rejected > 0, 30)
    await mailServer.stop()
    mailServer.rejected = 0
    await mailServer.start()
    const hasArrived = () => mailServer.emails.some((email) => email.includes(address))
    await waitUntil(hasArrived, 120).catch(() => console.log(`  no email after: ${kind}`))
    if (hasArrived()) arrived += 1
    await mailServer.stop()
  }
  return [
    { name: 'sign-ups during the outage', value: joined, threshold: { exactly: count } },
    { name: 'longest sign-up', value: slowest, unit: 's', threshold: { atMost: 5 } },
    { name: 'emails that arrived', value: arrived, threshold: { exactly: count } },
    {
      name: 'emails that arrived twice',
      value: mailServer.emails.length - arrived,
      threshold: { exactly: 0 },
    },
  ]
}

async function startOutage(
  mailServer: FaultyMailServer,
  failureMode: (typeof failureModes)[number],
): Promise<void> {
  if (failureMode === 'hangs') await mailServer.hang()
  if (failureMode === '421' || failureMode === '550') await mailServer.start(failureMode)
}

async function joinSite({ url }: MultiProcessTestSite, n: number): Promise<string> {
  const username = `l${n}${generateUniqueUsername()}`
  const email = `${username}@example.com`
  await new HttpTestClient(url).call(signUp, {
    body: { full_name: 'Ada Example', email, age: 16, username, password: 'kayak-lantern-42', terms: true },
  })
  return email
}
