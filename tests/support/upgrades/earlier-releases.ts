import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Migration, readMigrations } from '#server/platform/db/migrate.ts'
import { repositoryRoot } from '#tests/support/runner/test-runner.ts'

const list = 'server/platform/db/migrations/checksums.txt'

/** A version of the product that sites may still run. */
export interface EarlierRelease {
  /** The commit, or the newest migration if there is no Git history. */
  name: string
  migrations: Migration[]
}

/**
 * Returns the releases whose migrations all still exist, from oldest to newest: the states of the main branch after which
 * the migrations changed. Branches are merged in any order, so a release may lack a migration that has a lower number
 * than its newest one. Without Git history (a downloaded archive), a release is assumed after every fifth migration.
 */
export async function listEarlierReleases(): Promise<EarlierRelease[]> {
  const migrations = await readMigrations()
  const lines = new Map(migrations.map((migration) => [`${migration.sha256}  ${migration.name}`, migration]))
  const releases: EarlierRelease[] = []
  for (const { commit, checksums } of await readHistory()) {
    const known = checksums.map((line) => lines.get(line))
    const containsLast = releases.at(-1)?.migrations.every((one) => known.includes(one)) ?? true
    const isNew = known.length > (releases.at(-1)?.migrations.length ?? 0) && known.length < migrations.length
    if (isNew && containsLast && !known.includes(undefined))
      releases.push({ name: commit, migrations: known as Migration[] })
  }
  return releases.length > 0 ? releases : assumeReleases(migrations)
}

/** Returns the list of migrations after each commit on the main branch that changed the list, oldest first. */
async function readHistory(): Promise<{ commit: string; checksums: string[] }[]> {
  const git = async (...args: string[]) =>
    (await promisify(execFile)('git', args, { cwd: repositoryRoot, maxBuffer: 2 ** 24 })).stdout.trim()
  const log = await git('log', '--first-parent', '--reverse', '--format=%h', '--', list).catch(() => '')
  return Promise.all(
    log
      .split('\n')
      .filter(Boolean)
      .map(async (commit) => ({ commit, checksums: (await git('show', `${commit}:${list}`)).split('\n') })),
  )
}

function assumeReleases(migrations: Migration[]): EarlierRelease[] {
  const first = migrations.findIndex(({ name }) => name >= '0058')
  return migrations
    .map((_, at) => migrations.slice(0, at))
    .filter(({ length }) => length >= first && length % 5 === 0)
    .map((before) => ({ name: before.at(-1)!.name, migrations: before }))
}
