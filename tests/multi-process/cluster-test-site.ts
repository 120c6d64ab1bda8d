import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { getSession } from '#contract/accounts/current-user.ts'
import { loadConfig } from '#server/platform/config.ts'
import { closeDatabase, openDatabase } from '#server/platform/db/db.ts'
import { createDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { createS3Storage } from '#server/platform/storage/s3-storage.ts'
import { setStorage } from '#server/platform/storage/storage.ts'
import { signUpNewMember } from '#tests/support/cluster/multi-process-test-site.ts'
import { HttpTestClient, signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { generateUniqueUsername } from '#tests/support/fixtures/unique-username.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { createDataDir, type ServerProcess } from '#tests/support/processes/server-process.ts'
import { type ServerCluster, startServerCluster } from '#tests/support/cluster/server-cluster.ts'
import { createBucket } from '#tests/support/cluster/radosgw.ts'
import { grantStaffRole } from '#tests/support/app/staff.ts'

/**
 * The four server processes of a test file. The test process accesses the data of these servers through the
 * product's own `db` and `storage`.
 */
export interface ClusterTestSite extends ServerCluster {
  databaseUrl: string
  /** Creates a member with a month-old account. The member sends requests to the site's public address. */
  signUpMember(): Promise<HttpTestClient>
  /** Creates a member who is a moderator. */
  signUpModerator(): Promise<HttpTestClient>
}

interface ClusterSiteOptions {
  /** The file storage: a bucket on the S3 server, or a shared folder. */
  files?: 'bucket' | 'folder'
  workers?: number
  /** The public address, if it differs from the load balancer's address. */
  publicUrl?: string
  env?: Record<string, string>
}

export async function startClusterTestSite({
  files = 'bucket',
  workers = 2,
  publicUrl,
  env: more = {},
}: ClusterSiteOptions = {}): Promise<ClusterTestSite> {
  const [database, dataDir] = await Promise.all([createTestDatabase(), createDataDir()])
  const shared = files === 'bucket' ? await createBucket(process.env['TEST_APART']!) : { DATA_DIR: dataDir }
  const env = { DATABASE_URL: database.url, ...shared, ...more }
  const four = await startServerCluster({ env, workers, ...(publicUrl && { publicUrl }) })
  const url = publicUrl ?? four.loadBalancer.url
  const { s3 } = loadConfig({ DATA_DIR: dataDir, ...env, PUBLIC_URL: url })
  openDatabase(database.url)
  setStorage(s3 ? createS3Storage(s3) : createDiskStorage(join(dataDir, 'files')))
  const close = async () => {
    await closeDatabase()
    await four.close()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return {
    ...four,
    databaseUrl: database.url,
    signUpMember: () => signUpNewMember(url),
    signUpModerator: () => signUpModerator(url),
    close,
  }
}

async function signUpModerator(url: string): Promise<HttpTestClient> {
  const moderator = await signUpOverHttp(url, generateUniqueUsername(), 19)
  const { me } = await moderator.call(getSession, {})
  await grantStaffRole(me!.id, 'moderator')
  return moderator
}

/**
 * Returns a client for the same person that sends its requests to one of the servers, with the person's
 * current cookies.
 */
export function cloneClientForServer(
  { url }: Pick<ServerProcess, 'url'>,
  who: HttpTestClient,
): HttpTestClient {
  const there = new HttpTestClient(url)
  for (const [name, value] of who.cookies) there.cookies.set(name, value)
  return there
}
