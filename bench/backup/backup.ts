/*
 * `npm run bench:backup` measures a restore drill with the operators' commands: it fills a site with real files, makes a
 * backup, copies the backup to a second place, and restores the copy into an empty site with an empty PostgreSQL.
 * `--size 10GB` sets the size of the media files (1 GB by default), `--people 20000` the number of accounts, `--site FOLDER`
 * and `--copy FOLDER` the folders for the data of the sites and for the copy of the backup. If they are on different disks,
 * the restore copies the files instead of linking them.
 */
import { chmod, cp, mkdir, mkdtemp, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadConfig } from '#server/platform/config.ts'
import { closeDatabase, openDatabase } from '#server/platform/db/db.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/platform/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { createDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { setStorage } from '#server/platform/storage/storage.ts'
import { makeQueueTables } from '#tests/support/postgres/test-database.ts'
import { spawnAdminCommand } from '#tests/support/processes/admin-command.ts'
import { startServerProcess } from '#tests/support/processes/server-process.ts'
import { fillBackupSite, type BackupSiteSize } from './fill-backup-site.ts'
import { printMachineInfo } from '../machine-info.ts'

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '1GB' },
    people: { type: 'string', default: '20000' },
    site: { type: 'string', default: tmpdir() },
    copy: { type: 'string', default: tmpdir() },
  },
})

printMachineInfo()
const bytes = parseSize(values.size)
const folder = await mkdtemp(join(values.site, 'afterbell-bench-backup-'))
const copyFolder = await mkdtemp(join(values.copy, 'afterbell-bench-copy-'))
const databases: EmbeddedPostgres[] = []
try {
  const isSameDisk = (await stat(folder)).dev === (await stat(copyFolder)).dev
  await requireSpace(isSameDisk)
  console.log(`restored from ${isSameDisk ? 'the same disk' : 'another disk'}`)
  await measureDrill()
} finally {
  for (const database of databases) await database.stop()
  for (const path of [folder, copyFolder]) await rm(path, { recursive: true, force: true })
}
process.exit()

async function measureDrill(): Promise<void> {
  const old = await createSite('old')
  const size = await measure('fill the site', () => fillSite(old))
  console.log(
    `${size.videos} videos, ${size.files} files of ${(size.bytes / 1e9).toFixed(1)} GB, ${values.people} people`,
  )
  const backups = join(folder, 'backups')
  const backup = await measure('first backup', () => runAdmin(old, 'backup', backups))
  await measure('second backup, nothing changed', () => runAdmin(old, 'backup', backups))
  const copied = join(copyFolder, 'backup')
  await measure('copy the backup', () =>
    cp(backup.split('\n')[0]!, copied, { recursive: true, preserveTimestamps: true }),
  )
  const started = performance.now()
  const empty = await createSite('new')
  await measure('check the copy', () => runAdmin(empty, 'restore', copied, '--check'))
  const restored = await measure('restore and verify', () => runAdmin(empty, 'restore', copied))
  if (!/No problems found/.test(restored)) throw new Error(restored)
  await measure('start the site', () => openFirstPage(empty))
  console.log(`empty site → first page: ${formatSeconds((performance.now() - started) / 1000)}`)
}

interface BenchSite {
  databaseUrl: string
  dataDir: string
}

/** Creates a site with its own PostgreSQL, whose writes are durable. */
async function createSite(name: string): Promise<BenchSite> {
  const [postgres, dataDir] = [join(folder, `${name}-postgres`), join(folder, `${name}-data`)]
  for (const path of [postgres, dataDir]) await mkdir(path)
  // If started as root, PostgreSQL runs as another user and needs access.
  for (const path of [folder, postgres]) await chmod(path, 0o755)
  const database = await startEmbeddedPostgres({ dataDir: postgres, log: () => {} })
  databases.push(database)
  return { databaseUrl: database.url, dataDir }
}

async function fillSite({ databaseUrl, dataDir }: BenchSite): Promise<BackupSiteSize> {
  await migrate(databaseUrl)
  await makeQueueTables(databaseUrl)
  loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
  setStorage(createDiskStorage(join(dataDir, 'files')))
  openDatabase(databaseUrl)
  try {
    return await fillBackupSite(bytes, Number(values.people))
  } finally {
    await closeDatabase()
  }
}

async function runAdmin(site: BenchSite, ...args: string[]): Promise<string> {
  const { code, output } = await spawnAdminCommand(site, args)
  if (code !== 0) throw new Error(output)
  return output
}

async function openFirstPage({ databaseUrl, dataDir }: BenchSite): Promise<void> {
  const server = await startServerProcess({ dataDir, env: { DATABASE_URL: databaseUrl } })
  await server.stop()
}

/** The files exist in the old site, in the copy and in the new site. The backups of the old site are hard links. */
async function requireSpace(isSameDisk: boolean): Promise<void> {
  const needs: [string, number][] = isSameDisk
    ? [[folder, 3]]
    : [
        [folder, 2],
        [copyFolder, 1],
      ]
  for (const [path, times] of needs) {
    const { bavail, bsize } = await statfs(path)
    const needed = bytes * times * 1.1 + 1e9
    if (bavail * bsize < needed)
      throw new Error(`${path} needs ${(needed / 1e9).toFixed(0)} GB of free space. Choose a smaller --size.`)
  }
}

async function measure<T>(what: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await work()
  console.log(`${what}: ${formatSeconds((performance.now() - startedAt) / 1000)}`)
  return result
}

function formatSeconds(seconds: number): string {
  return seconds < 120 ? `${seconds.toFixed(1)} s` : `${(seconds / 60).toFixed(1)} min`
}

function parseSize(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?) ?(MB|GB)$/.exec(text) ?? []
  if (!number) throw new Error('Give the size as --size 500MB or --size 10GB.')
  return Number(number) * (unit === 'GB' ? 1e9 : 1e6)
}
