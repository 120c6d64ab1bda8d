import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getSession } from '#contract/accounts.ts'
import { config } from '#server/platform/config.ts'
import { type Db, db } from '#server/platform/db/db.ts'
import { openOwnDatabase } from '../own-database.ts'
import { Visitor } from './visitor.ts'

/** What stands in the way, in a sentence for whoever ran the command. */
export class Trouble extends Error {}

export interface OpenSite {
  url: string
  db: Db
  close(): Promise<void>
}

/** The running site and its database. Where none runs, one is started for as long as the demo needs it. */
export async function openSite(given: string | undefined): Promise<OpenSite> {
  const url = given ?? `http://localhost:${config.port}`
  const runs = await answers(url)
  if (!runs && given) throw new Trouble(`No site answers at ${url}.`)
  const started = runs ? undefined : await startSite(url)
  try {
    const { site } = await new Visitor(url).call(getSession, {})
    if (site.mail === 'smtp')
      throw new Trouble(
        'This site sends real mail, and the demo’s people have no real addresses. Unset SMTP_URL.',
      )
    const database = await openOwnDatabase()
    const close = async () => {
      await database.close()
      await started?.stop()
    }
    return { url, db, close }
  } catch (error) {
    await started?.stop()
    throw error
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}

const patience = 120

async function startSite(url: string) {
  const log: string[] = []
  const main = join(import.meta.dirname, '../../server/main.ts')
  const child = spawn(process.execPath, [main], { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => log.push(bytes.toString()))
  for (let waited = 0; waited < patience * 4; waited++) {
    if (child.exitCode !== null) throw new Trouble(`The site did not start:\n${log.join('').slice(-2000)}`)
    if (await answers(url)) return { stop: () => stop(child) }
    await pause(250)
  }
  await stop(child)
  throw new Trouble(`The site did not answer within ${patience} s.`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
