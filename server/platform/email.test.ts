import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo } from 'node:net'
import test from 'node:test'
import { createTransport } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import { addRequireTlsToSmtpUrl } from './email.ts'

test('requires TLS for a remote mail server unless the operator sets requireTLS=false', () => {
  const far = (url: string) => new URL(addRequireTlsToSmtpUrl(url)).searchParams.get('requireTLS')
  assert.equal(far('smtp://user:p%40ss@mail.example:587'), 'true')
  assert.equal(far('smtp://mail.example?requireTLS=false'), 'false')
  assert.equal(far('smtp://localhost:25'), null)
  assert.equal(far('smtps://mail.example'), null)
  assert.match(
    addRequireTlsToSmtpUrl('smtp://user:p%40ss@mail.example:587'),
    /^smtp:\/\/user:p%40ss@mail\.example:587\?/,
  )
})

test('does not send email to a server without TLS when TLS is required', async () => {
  let letters = 0
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _, done) {
      letters += 1
      stream.resume().on('end', done)
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const transport = createTransport(`smtp://127.0.0.1:${port}?requireTLS=true`)
  const letter = { from: 'a@example.com', to: 'b@example.com', subject: 'x', text: 'a link' }
  await assert.rejects(transport.sendMail(letter))
  assert.equal(letters, 0)
  transport.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})
