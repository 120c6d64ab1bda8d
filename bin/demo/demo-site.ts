import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getSession } from '#contract/accounts/current-user.ts'
import { config } from '#server/platform/config.ts'
import { type Db, db } from '#server/platform/db/db.ts'
import { openSiteDatabase } from '../site-database.ts'
import { DemoApiClient } from './api-client.ts'

/** An error that the operator can fix. The message says how. */
export class DemoError extends Error {}

export interface DemoSite {
  url: string
  db: Db
  close(): Promise<void>
}

/**
 * Connects to the running site and its database. If the site is not running, starts it for the duration of
 * the run.
 */
export async function connectToDemoSite(given: string | undefined): Promise<DemoSite> {
  const url = given ?? `http://localhost:${config.port}`
  const runs = await isSiteReady(url)
  if (!runs && given) throw new DemoError(`No site responds at ${url}.`)
  const started = runs ? undefined : await startSite(url)
  try {
    const { site } = await new DemoApiClient(url).call(getSession, {})
    if (site.mail === 'smtp')
      throw new DemoError(
        'This site sends real emails, and the demo’s people have no real addresses. Unset SMTP_URL.',
      )
    const database = await openSiteDatabase()
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

async function isSiteReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}

const startTimeoutSeconds = 120

async function startSite(url: string) {
  const log: string[] = []
  const main = join(import.meta.dirname, '../../server/main.ts')
  const child = spawn(process.execPath, [main], { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => log.push(bytes.toString()))
  for (let waited = 0; waited < startTimeoutSeconds * 4; waited++) {
    if (child.exitCode !== null) throw new DemoError(`The site did not start:\n${log.join('').slice(-2000)}`)
    if (await isSiteReady(url)) return { stop: () => stop(child) }
    await pause(250)
  }
  await stop(child)
  throw new DemoError(`The site did not start within ${startTimeoutSeconds} s.`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
