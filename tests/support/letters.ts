import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from './eventually.ts'

export interface Letter {
  to: string
  subject: string
  text: string
  /** Where an answer goes, when not to us. */
  replyTo?: { name: string; address: string }
}

interface Kept {
  dataDir: string
}

/** The letters that a site without a mail server keeps. */
export async function letters({ dataDir }: Kept): Promise<Letter[]> {
  const folder = join(dataDir, 'mail')
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.json'))
  return Promise.all(
    files.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Letter),
  )
}

export function letterTo(from: Kept, to: string, subject: string): Promise<Letter> {
  return eventually(async () =>
    (await letters(from)).find((one) => one.to === to && one.subject.includes(subject)),
  )
}

/** The first link of a letter. */
export function linkIn({ text }: Pick<Letter, 'text'>): URL {
  return new URL(/http\S+/.exec(text)![0])
}
