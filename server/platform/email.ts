import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { isLoopbackHostname } from '#contract/content/ads.ts'
import { config } from './config.ts'
import type { Tx } from './db/db.ts'
import { enqueue, defineJob, defineWorker } from './queue/queue.ts'

/** A letter in plain text; a link stands on a line of its own. */
export interface EmailMessage {
  to: string
  subject: string
  text: string
  /** Where an answer goes, when not to us. Quoted by the mailer: a name can't add a line to the head. */
  replyTo?: { name: string; address: string }
  /** How long it lies here where no mail server takes it; thirty days, if nothing is said. */
  keptHours?: number
}

interface LocalEmail extends EmailMessage {
  id: string
  at: string
}

// From 2 s to half an hour between tries: a mail server may be away for a day.
const sendEmailJob = defineJob<EmailMessage>('send-mail', {
  retryLimit: 50,
  retryDelay: 2,
  retryDelayMax: 1800,
  heartbeatSeconds: 60,
  deleteAfterSeconds: 60,
})

/** Posts a letter in the caller's transaction. It leaves by the queue, so a mail server that is down stops nobody. */
export async function enqueueEmail(tx: Tx, letter: EmailMessage): Promise<void> {
  await enqueue(tx, sendEmailJob, letter)
}

export const emailWorkers = [defineWorker(sendEmailJob, deliverEmail, 2, { andForget: true })]

async function deliverEmail(letter: EmailMessage): Promise<void> {
  if (!config.smtpUrl) return storeLocalEmail(letter)
  const transport = createTransport(requireTlsByDefault(config.smtpUrl), {
    from: `${config.siteName} <${config.contactEmail}>`,
  })
  try {
    await transport.sendMail(letter)
  } finally {
    transport.close()
  }
}

/**
 * Letters hold links that open accounts: a mail server elsewhere gets them over TLS or not at all, also when somebody on the way
 * takes its offer of TLS out. `?requireTLS=false` in the setting is the operator's own word.
 */
export function requireTlsByDefault(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  const isSaid = ['requireTLS', 'ignoreTLS'].some((name) => url.searchParams.has(name))
  if (url.protocol === 'smtp:' && !isSaid && !isLoopbackHostname(url.hostname))
    url.searchParams.set('requireTLS', 'true')
  return url.href
}

const mailbox = () => join(config.dataDir, 'mail')

/** Without an SMTP server letters stay in the data folder, where `/dev/mail` shows them. */
async function storeLocalEmail(letter: EmailMessage): Promise<void> {
  await mkdir(mailbox(), { recursive: true, mode: 0o700 })
  const at = new Date().toISOString()
  const id = `${at.replaceAll(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}`
  const path = join(mailbox(), `${id}.json`)
  await writeFile(`${path}.part`, JSON.stringify({ id, at, ...letter }), { mode: 0o600 })
  await rename(`${path}.part`, path)
}

/** The letters kept here, newest first, at most 50. */
export async function listStoredEmails(): Promise<LocalEmail[]> {
  const newest = (await listEmailPaths()).toReversed().slice(0, 50)
  return Promise.all(newest.map(async (path) => JSON.parse(await readFile(path, 'utf8')) as LocalEmail))
}

/** Removes the letters kept here that name one of these addresses or ids. */
export async function deleteStoredEmails(names: string[]): Promise<void> {
  const forms = names.map(
    (name) => new RegExp(`(?<![\\w.+-])${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`, 'i'),
  )
  for (const path of await listEmailPaths()) {
    const text = await readIfPresent(path)
    if (text !== null && forms.some((form) => form.test(text))) await rm(path, { force: true })
  }
}

/** Removes those whose time here is over. */
export async function deleteExpiredEmails(now: number = Date.now()): Promise<void> {
  for (const path of await listEmailPaths()) {
    const text = await readIfPresent(path)
    if (text === null) continue
    const { at, keptHours = 30 * 24 } = JSON.parse(text) as LocalEmail
    if (Date.parse(at) < now - keptHours * 3600_000) await rm(path, { force: true })
  }
}

/** Null when another run has removed the file since the folder was listed. */
function readIfPresent(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

/** Oldest first: their names begin with the time. */
async function listEmailPaths(): Promise<string[]> {
  const names = await readdir(mailbox()).catch(() => [])
  return names
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => join(mailbox(), name))
}
