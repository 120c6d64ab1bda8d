import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { home } from '../support/scores.ts'

const run = promisify(execFile)
const git = async (...args: string[]) => (await run('git', args, { cwd: home })).stdout.trim()
const migrations = 'server/platform/db/migrations'

/** The product as it was before the newest migration, in a folder of its own; what it is built on is as it is now. */
export interface Earlier {
  home: string
  commit: string
  remove(): Promise<void>
}

/** `EARLIER=commit` names another one. Nothing where there is no history to look back to. */
export async function earlier(): Promise<Earlier | undefined> {
  const commit = process.env['EARLIER'] ?? (await beforeNewestMigration().catch(() => undefined))
  if (!commit) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-earlier-'))
  await git('worktree', 'add', '--detach', folder, commit)
  await symlink(join(home, 'node_modules'), join(folder, 'node_modules'))
  await run(join(home, 'node_modules/.bin/react-router'), ['build'], { cwd: folder })
  const remove = async () => {
    await git('worktree', 'remove', '--force', folder)
    await rm(folder, { recursive: true, force: true })
  }
  return { home: folder, commit: await git('rev-parse', '--short', commit), remove }
}

async function beforeNewestMigration(): Promise<string> {
  const added = await git('log', '-1', '--diff-filter=A', '--format=%H', '--', migrations)
  return git('rev-parse', '--verify', `${added}^`)
}
