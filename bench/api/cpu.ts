import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'

const ticksPerSecond = 100

/** Seconds of processor that these processes have had (Linux); those that have ended count no more. */
export async function processorSeconds(pids: readonly number[]): Promise<number> {
  const each = pids.map(async (pid) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    // User and system time are the 14th and 15th field, proc(5); the name in parentheses may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond
  })
  return (await Promise.all(each)).reduce((sum, seconds) => sum + seconds, 0)
}

/** The processes of the database that serve this site. */
export async function backends(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  return rows.map(({ pid }) => pid)
}
