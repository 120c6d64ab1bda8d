import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '#tests/support/runner/test-runner.ts'

const run = promisify(execFile)
const git = async (...args: string[]) => (await run('git', args, { cwd: repositoryRoot })).stdout.trim()
const migrations = 'server/platform/db/migrations'

/**
 * The last release of the product before the newest migrations, in a separate folder with the packages of
 * that release.
 */
export interface PreviousRelease {
  folder: string
  commit: string
  remove(): Promise<void>
}

/**
 * Checks out the release before the newest migrations, or the commit that `EARLIER=commit` names. Returns
 * undefined if there is no Git history.
 */
export async function checkOutPreviousRelease(): Promise<PreviousRelease | undefined> {
  const commit = process.env['EARLIER'] ?? (await beforeNewestMigration().catch(() => undefined))
  if (!commit) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-earlier-'))
  await git('worktree', 'add', '--detach', folder, commit)
  const [then, now] = await Promise.all(
    [folder, repositoryRoot].map((each) => readFile(join(each, 'package-lock.json'))),
  )
  if (now!.equals(then!)) await symlink(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'))
  else await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })
  await run(join(folder, 'node_modules/.bin/react-router'), ['build'], { cwd: folder })
  const remove = async () => {
    await git('worktree', 'remove', '--force', folder)
    await rm(folder, { recursive: true, force: true })
  }
  return { folder: folder, commit: await git('rev-parse', '--short', commit), remove }
}

/**
 * Returns the last commit without the newest migrations. Commits whose migrations were renamed or changed
 * later do not count, because no release contains them.
 */
async function beforeNewestMigration(): Promise<string> {
  const checksums = async (commit: string) =>
    (await git('show', `${commit}:${migrations}/checksums.txt`)).split('\n')
  const current = new Set(await checksums('HEAD'))
  const commits = (await git('log', '--format=%H', '--', `${migrations}/checksums.txt`)).split('\n')
  for (const [at, commit] of commits.entries()) {
    const lines = await checksums(commit)
    // The list is sorted from newest to oldest, so the entry before this one is the next commit that changed
    // the migrations.
    if (lines.length < current.size && lines.every((line) => current.has(line)))
      return git('rev-parse', '--verify', `${commits[at - 1]}^`)
  }
  throw new Error('every commit contains the newest migrations')
}
