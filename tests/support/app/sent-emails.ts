import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { waitUntil } from '../async/wait-until.ts'

export interface SentEmail {
  to: string
  subject: string
  text: string
  /** The reply-to address, if it differs from the site's. */
  replyTo?: { name: string; address: string }
}

interface EmailFolder {
  dataDir: string
}

/**
 * Returns the emails that the test site has stored in its data folder instead of sending them, because the
 * site has no mail server.
 */
export async function listSentEmails({ dataDir }: EmailFolder): Promise<SentEmail[]> {
  const folder = join(dataDir, 'mail')
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.json'))
  return Promise.all(
    files.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as SentEmail),
  )
}

export function waitForEmail(from: EmailFolder, to: string, subject: string): Promise<SentEmail> {
  return waitUntil(async () =>
    (await listSentEmails(from)).find((one) => one.to === to && one.subject.includes(subject)),
  )
}

/** Returns the first link in an email. */
export function extractFirstLink({ text }: Pick<SentEmail, 'text'>): URL {
  return new URL(/http\S+/.exec(text)![0])
}
