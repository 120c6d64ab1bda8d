import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { signUp } from '#contract/accounts/accounts.ts'
import { HttpVisitor } from '#tests/support/clients/http-visitor.ts'
import type { InjectedFault, FaultMeasurement } from './injected-fault.ts'
import { type SplitSite, openSharedSite } from '#tests/support/cluster/split-site.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { uniqueUsername } from '#tests/support/fixtures/unique-username.ts'

/** Failure modes of the mail server. `hangs`: it accepts the connection and never responds. */
const troubles = ['down', 'hangs', '421', '550', 'restart'] as const

export const mailOutage: InjectedFault = {
  name: 'mail',
  promise: 'Mail server down: sign-up still works; the mail goes out later, also after a restart',
  full: 10,
  short: 1,
  run,
}

/** A mail server at a fixed port that can be down, hang or reject email. */
class FaultyMailServer {
  readonly letters: string[] = []
  turnedAway = 0
  port = 0
  #server: Server | SMTPServer | undefined
  readonly #sockets = new Set<Socket>()

  async works(refusal?: '421' | '550'): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) => {
        if (!refusal) return done()
        this.turnedAway += 1
        done(Object.assign(new Error('not now'), { responseCode: Number(refusal) }))
      },
      onData: (stream, _session, done) => {
        let text = ''
        stream.on('data', (part: Buffer) => (text += part.toString()))
        stream.on('end', () => {
          this.letters.push(text)
          done()
        })
      },
    })
    server.on('error', () => {})
    await this.#opens(server, server.server)
  }

  async hangs(): Promise<void> {
    const server = createServer((socket) => {
      this.turnedAway += 1
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

  async goes(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#sockets.clear()
    const server = this.#server
    this.#server = undefined
    if (server) await new Promise<void>((closed) => server.close(() => closed()))
  }
}

async function run(count: number): Promise<FaultMeasurement[]> {
  const postbox = new FaultyMailServer()
  await postbox.works()
  await postbox.goes()
  const site = await openSharedSite({ role: 'all', env: { SMTP_URL: `smtp://127.0.0.1:${postbox.port}` } })
  let [joined, arrived, slowest] = [0, 0, 0]
  const trouble = count === 1 ? (['restart'] as const) : troubles
  for (let n = 0; n < count; n += 1) {
    const kind = trouble[n % trouble.length]!
    await startOutage(postbox, kind)
    const at = performance.now()
    const address = await joins(site, n)
    slowest = Math.max(slowest, (performance.now() - at) / 1000)
    joined += 1
    if (kind === 'restart') {
      await site.web.kill()
      await site.restartWeb()
    } else if (kind !== 'down') await waitUntil(() => postbox.turnedAway > 0, 30)
    await postbox.goes()
    postbox.turnedAway = 0
    await postbox.works()
    const isThere = () => postbox.letters.some((letter) => letter.includes(address))
    await waitUntil(isThere, 120).catch(() => console.log(`  no letter after: ${kind}`))
    if (isThere()) arrived += 1
    await postbox.goes()
  }
  return [
    { what: 'who joined meanwhile', value: joined, bar: { exactly: count } },
    { what: 'joining took at most', value: slowest, unit: 's', bar: { atMost: 5 } },
    { what: 'letters that arrived', value: arrived, bar: { exactly: count } },
    { what: 'letters that arrived twice', value: postbox.letters.length - arrived, bar: { exactly: 0 } },
  ]
}

async function startOutage(postbox: FaultyMailServer, trouble: (typeof troubles)[number]): Promise<void> {
  if (trouble === 'hangs') await postbox.hangs()
  if (trouble === '421' || trouble === '550') await postbox.works(trouble)
}

async function joins({ url }: SplitSite, n: number): Promise<string> {
  const username = `l${n}${uniqueUsername()}`
  const email = `${username}@example.com`
  await new HttpVisitor(url).call(signUp, {
    body: { full_name: 'Ada Example', email, age: 16, username, password: 'kayak-lantern-42', terms: true },
  })
  return email
}
