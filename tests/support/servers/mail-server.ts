import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** An SMTP server that stores the emails that it receives. Tests can stop the server. */
export class TestMailServer {
  letters: string[] = []
  isHidden = false
  turnedAway = () => {}
  private readonly waiting: (() => void)[] = []
  readonly server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) => {
      if (this.isHidden) this.turnedAway()
      done(this.isHidden ? new Error('away') : null)
    },
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (part: Buffer) => (text += part.toString()))
      stream.on('end', () => {
        this.letters.push(text.replaceAll('=\r\n', '').replaceAll('=3D', '='))
        this.waiting.splice(0).forEach((reportProgress) => reportProgress())
        done()
      })
    },
  })

  /** Starts the mail server and returns its URL, which is the value for the `SMTP_URL` setting. */
  async open(): Promise<string> {
    this.server.listen(0, '127.0.0.1')
    await once(this.server.server, 'listening')
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()))
  }

  async letterTo(address: string, subject = ''): Promise<string> {
    for (;;) {
      const found = this.letters.findLast(
        (letter) => letter.includes(`To: ${address}`) && letter.includes(subject),
      )
      if (found) return found
      await new Promise<void>((resolve) => this.waiting.push(resolve))
    }
  }

  /** Returns the link in the newest email to `address`. */
  async linkTo(address: string, subject = ''): Promise<URL> {
    return new URL(/http:\S+/.exec(await this.letterTo(address, subject))![0])
  }
}
