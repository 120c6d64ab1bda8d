import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate } from '#server/platform/db/migrate.ts'
import {
  createCluster,
  createFolder,
  createOwnedDatabase,
  runPostgres,
  runPostgresProgram,
  socketUrl,
} from './installed-postgres.ts'
import { chooseFastTempFolder } from './test-database.ts'

/** The newest PostgreSQL programs that are installed, such as those in `/usr/lib/postgresql/15/bin`. */
const binaries =
  process.env['TEST_POSTGRES_BIN'] ??
  (existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [])
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
    .find((folder) => existsSync(join(folder, 'pg_basebackup')))

/** The reason why tests that need a replica are skipped, or false if PostgreSQL is installed. */
export const replicationSkipReason = !binaries && 'pg_basebackup is not installed (apt install postgresql)'

/** A migrated primary and a replica with streaming replication. Commits are synchronous on the primary. */
export interface ReplicatedPostgres {
  url: string
  replicaUrl: string
  /** Addresses with which a superuser connects. */
  adminUrls: { primary: string; replica: string }
  /** Kills all processes of the replica. */
  killReplica(): Promise<void>
  startReplica(): Promise<void>
  /** Stops all processes of the replica from running, as a machine that hangs does. */
  freezeReplica(): void
  unfreezeReplica(): void
  stop(): Promise<void>
}

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = await mkdtemp(join(await chooseFastTempFolder(), 'afterbell-replicated-'))
  await chmod(folder, 0o755)
  const [primaryFolder, replicaFolder] = [join(folder, 'primary'), join(folder, 'replica')]
  await createCluster(binaries!, primaryFolder)
  const primary = await runPostgres(binaries!, primaryFolder)
  await createOwnedDatabase(primaryFolder)
  await migrate(socketUrl(primaryFolder))
  await createFolder(replicaFolder)
  const copy = `-D ${replicaFolder} -h ${primaryFolder} -U postgres -R -X stream -c fast --no-sync`
  await runPostgresProgram(binaries!, 'pg_basebackup', copy.split(' '))
  // The copy contains the lock file of the primary's socket, with the process id of the running primary.
  await rm(join(replicaFolder, '.s.PGSQL.5432.lock'), { force: true })
  const start = () => runPostgres(binaries!, replicaFolder)
  let replica = await start()
  const asSuperuser = (url: string) => url.replace('afterbell@', 'postgres@')
  return {
    url: socketUrl(primaryFolder),
    replicaUrl: socketUrl(replicaFolder),
    adminUrls: {
      primary: asSuperuser(socketUrl(primaryFolder)),
      replica: asSuperuser(socketUrl(replicaFolder)),
    },
    async killReplica() {
      replica.signal('SIGKILL')
      await replica.stop('SIGKILL')
    },
    async startReplica() {
      replica = await start()
    },
    freezeReplica: () => replica.signal('SIGSTOP'),
    unfreezeReplica: () => replica.signal('SIGCONT'),
    async stop() {
      await replica.stop()
      await primary.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
