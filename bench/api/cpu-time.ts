import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'

const ticksPerSecond = 100

/** Returns the CPU seconds that each of the given processes has used so far (Linux only). */
export async function readCpuSecondsByPid(pids: readonly number[]): Promise<Map<number, number>> {
  const each = pids.map(async (pid) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    // In /proc/PID/stat, user and system time are fields 14 and 15 (see proc(5)). The fields are counted from
    // the closing parenthesis, because the process name in parentheses can contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return [pid, (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond] as const
  })
  return new Map(await Promise.all(each))
}

/**
 * Returns the total CPU seconds that the processes in `now` have used since `before`. If a process started
 * after `before` was measured, all of its CPU time is counted. A process that has ended is excluded.
 */
export function measureCpuSecondsSince(before: Map<number, number>, now: Map<number, number>): number {
  return [...now].reduce((sum, [pid, seconds]) => sum + Math.max(0, seconds - (before.get(pid) ?? 0)), 0)
}

/** Returns the process ids of the PostgreSQL backends that are connected to this site's database. */
export async function listDatabaseBackendPids(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  return rows.map(({ pid }) => pid)
}
