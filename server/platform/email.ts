import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { isLoopbackHostname } from '#contract/loopback-hostname.ts'
import { config } from './config.ts'
import { getContactEmail, getSetting } from './runtime-settings/runtime-settings.ts'
import type { Tx } from './db/db.ts'
import { enqueue, defineJob } from './queue/queue.ts'

/** A plain-text email, which can have an HTML version. Each link in the text must be on a separate line. */
export interface EmailMessage {
  to: string
  subject: string
  text: string
  html?: string
  /** The URL that email clients call when the recipient unsubscribes with one click (RFC 8058). */
  unsubscribeUrl?: string
  /**
   * The name and address for replies, if replies should not go to the site's own address. The mailer quotes
   * the name, so that the name cannot inject a header.
   */
  replyTo?: { name: string; address: string }
  /**
   * How many hours the email is kept in the data folder if no mail server is configured. The default is 30
   * days.
   */
  keptHours?: number
}

interface LocalEmail extends EmailMessage {
  id: string
  at: string
}

// If sending fails, the first retry follows after 2 s, and later retries follow at intervals of up to half an
// hour, because a mail server can be down for a day.
export const sendEmailJob = defineJob<EmailMessage>('send-mail', {
  retryLimit: 50,
  retryDelay: 2,
  retryDelayMax: 1800,
  heartbeatSeconds: 60,
  deleteAfterSeconds: 60,
})

/**
 * Enqueues an email in the caller's transaction. Sending is a job, so that an unreachable mail server does
 * not make the caller fail.
 */
export async function enqueueEmail(tx: Tx, email: EmailMessage): Promise<void> {
  await enqueue(tx, sendEmailJob, email)
}

export async function deliverEmail(email: EmailMessage): Promise<void> {
  if (!config.smtpUrl) return storeLocalEmail(email)
  const transport = createTransport(addRequireTlsToSmtpUrl(config.smtpUrl), {
    from: { name: getSetting('site_name'), address: getContactEmail() },
  })
  try {
    const { unsubscribeUrl: url, ...message } = email
    await transport.sendMail({ ...message, ...(url && { headers: unsubscribeHeaders(url) }) })
  } finally {
    transport.close()
  }
}

function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/**
 * Adds `requireTLS` to the URL of a remote mail server, so that sending fails if an attacker removes the
 * server's STARTTLS offer to prevent encryption. Emails must be encrypted, because they contain links that
 * give access to accounts. To allow sending without TLS, the operator can add `?requireTLS=false` to the URL
 * of the mail server.
 */
export function addRequireTlsToSmtpUrl(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  const isSaid = ['requireTLS', 'ignoreTLS'].some((name) => url.searchParams.has(name))
  if (url.protocol === 'smtp:' && !isSaid && !isLoopbackHostname(url.hostname))
    url.searchParams.set('requireTLS', 'true')
  return url.href
}

const mailbox = () => join(config.dataDir, 'mail')

/**
 * Used if no SMTP server is configured: stores an email in the data folder, so that `/dev/mail` can show the
 * email.
 */
async function storeLocalEmail(email: EmailMessage): Promise<void> {
  await mkdir(mailbox(), { recursive: true, mode: 0o700 })
  const at = new Date().toISOString()
  const id = `${at.replaceAll(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}`
  const path = join(mailbox(), `${id}.json`)
  await writeFile(`${path}.part`, JSON.stringify({ id, at, ...email }), { mode: 0o600 })
  await rename(`${path}.part`, path)
}

/** Returns the stored emails, newest first, at most 50. */
export async function listStoredEmails(): Promise<LocalEmail[]> {
  const newest = (await listEmailPaths()).toReversed().slice(0, 50)
  return Promise.all(newest.map(async (path) => JSON.parse(await readFile(path, 'utf8')) as LocalEmail))
}

/** Deletes the stored emails that contain one of these email addresses or ids. */
export async function deleteStoredEmails(names: string[]): Promise<void> {
  const forms = names.map(
    (name) => new RegExp(`(?<![\\w.+-])${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`, 'i'),
  )
  for (const path of await listEmailPaths()) {
    const text = await readIfPresent(path)
    if (text !== null && forms.some((form) => form.test(text))) await rm(path, { force: true })
  }
}

/** Deletes the stored emails whose retention period has ended. */
export async function deleteExpiredEmails(now: number = Date.now()): Promise<void> {
  for (const path of await listEmailPaths()) {
    const text = await readIfPresent(path)
    if (text === null) continue
    const { at, keptHours = 30 * 24 } = JSON.parse(text) as LocalEmail
    if (Date.parse(at) < now - keptHours * 3600_000) await rm(path, { force: true })
  }
}

/**
 * Returns a file's text. Returns null if the file of the email has been removed since the folder was listed.
 */
function readIfPresent(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

/** Lists the paths of the stored emails. File names begin with the time, so the oldest email comes first. */
async function listEmailPaths(): Promise<string[]> {
  const names = await readdir(mailbox()).catch(() => [])
  return names
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => join(mailbox(), name))
}
