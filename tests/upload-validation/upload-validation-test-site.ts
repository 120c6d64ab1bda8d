import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { getSession } from '#contract/accounts/current-user.ts'
import { createUpload } from '#contract/content/uploads.ts'
import { signUpOverHttp, HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { listProcessTree } from '#tests/support/processes/process-tree.ts'
import { createDataDir, startServerProcess } from '#tests/support/processes/server-process.ts'
import { monitorImageDecoderMemory } from './decoder-memory.ts'

/**
 * Afterbell in a separate process, for tests that inspect everything that a hostile file could leave behind.
 */
export interface UploadValidationTestSite {
  url: string
  stranger: HttpTestClient
  /**
   * Returns a member who has a draft to which images can be added. Signs up a new member once the current
   * member has almost reached the daily upload limit.
   */
  member(): Promise<TestUploader>
  /** All log lines since the server started. */
  log: readonly string[]
  /** Returns the path of every file in the data folder, except for stored emails. */
  files(): Promise<Set<string>>
  /** Reads the stored file of the image at this URL. */
  readStored(url: string): Promise<Buffer>
  /**
   * Returns the command lines of the server's running child processes: ffmpeg, the image decoder, their
   * sandboxes.
   */
  listChildProcesses(): Promise<string[]>
  /**
   * Starts monitoring the memory usage of the image decoders. The returned function stops the monitoring and
   * returns the highest memory peak in megabytes.
   */
  watchDecoderMemory(): () => Promise<number>
  query<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

export interface TestUploader {
  visitor: HttpTestClient
  /** The ID of an item that belongs to this member and whose upload never receives any bytes. */
  draft: string
}

export async function startUploadValidationTestSite(
  env: Record<string, string> = {},
): Promise<UploadValidationTestSite> {
  const database = await createTestDatabase()
  const dataDir = await createDataDir()
  const log: string[] = []
  const hear = (line: string) => void log.push(line)
  const server = await startServerProcess({
    dataDir,
    hear,
    env: { DATABASE_URL: database.url, LOG_LEVEL: 'debug', ...env },
  })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  return {
    url: server.url,
    stranger: new HttpTestClient(server.url),
    member: createMembers(server.url),
    log,
    files: () => filesBelow(dataDir),
    readStored: (url) => readFile(join(dataDir, 'files', url)),
    listChildProcesses: () => listStartedProcesses(server.pid),
    watchDecoderMemory: () => monitorImageDecoderMemory(server.pid),
    query: async (sql, values) => (await client.query(sql, values)).rows as never[],
    async close() {
      await client.end()
      await server.stop()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * The number of uploads per test member, below the limit of twenty uploads on an account's first day
 * (contract/safety/safety-defaults.ts).
 */
const perMember = 18

function createMembers(url: string): () => Promise<TestUploader> {
  let asked = 0
  let current: Promise<TestUploader>
  return () => {
    if (asked++ % perMember === 0) current = newMember(url, `ada_${asked}`)
    return current
  }
}

async function newMember(url: string, name: string): Promise<TestUploader> {
  const visitor = await signUpOverHttp(url, name)
  if (!(await visitor.call(getSession, {})).me) throw new Error('the new member is not signed in')
  const body = { title: 'A draft', content_type: 'music', file_name: 'a.mp4', file_size: 1000 } as const
  const { contentId } = await visitor.call(createUpload, { body })
  return { visitor, draft: contentId }
}

async function filesBelow(folder: string): Promise<Set<string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = found.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
  return new Set(paths.filter((path) => !path.startsWith(join(folder, 'mail'))))
}

async function listStartedProcesses(pid: number): Promise<string[]> {
  const [, ...others] = await listProcessTree(pid)
  const lines = await Promise.all(
    others.map((one) => readFile(`/proc/${one}/cmdline`, 'utf8').catch(() => '')),
  )
  return lines.filter(Boolean).map((line) => line.replaceAll('\0', ' '))
}
