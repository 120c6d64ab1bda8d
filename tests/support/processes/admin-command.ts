import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'

/**
 * Runs an operator's command. Rejects if the command fails; the error contains the output and the exit code
 * of the command. `databaseDirectUrl` is the address of PostgreSQL if `databaseUrl` is that of a connection pooler.
 */
export function runAdminCommand(
  on: { databaseUrl: string; databaseDirectUrl?: string; dataDir: string },
  ...args: string[]
) {
  const direct = on.databaseDirectUrl && { DATABASE_DIRECT_URL: on.databaseDirectUrl }
  return promisify(execFile)(process.execPath, ['bin/admin.ts', ...args], {
    env: { ...process.env, DATABASE_URL: on.databaseUrl, ...direct, DATA_DIR: on.dataDir },
  })
}

/**
 * Runs an operator's command that may fail or be killed, and returns the command's output, exit code and
 * signal.
 */
export async function spawnAdminCommand(
  on: { databaseUrl: string; dataDir: string },
  args: string[],
  onStart = (_pid: number) => {},
) {
  const child = spawn(process.execPath, ['bin/admin.ts', ...args], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: on.databaseUrl,
      DATA_DIR: on.dataDir,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  onStart(child.pid!)
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { code, signal, output }
}
