import { config } from '#server/platform/config.ts'
import { checkDatabase } from './database-checks.ts'
import { diagnose } from './diagnose.ts'
import type { Finding } from './finding.ts'
import { checkDisk, checkFfmpeg } from './machine-checks.ts'
import { checkEmail, checkPublicAddress } from './network-checks.ts'
import { checkSettings } from './settings-checks.ts'
import { checkSignInProviders } from './sign-in-provider-check.ts'
import { checkBackups, checkStaff, checkWorkers } from './site-checks.ts'
import { checkStorage } from './storage-check.ts'

/**
 * Checks the whole installation and returns the findings. The configuration must be loaded, and the database must be
 * open, but does not have to be reachable.
 */
export async function runDoctor(env: Record<string, string | undefined>): Promise<Finding[]> {
  const found = await diagnose({
    settings: () => checkSettings(config, env),
    database: checkDatabase,
    disk: checkDisk,
    storage: checkStorage,
    ffmpeg: checkFfmpeg,
    email: checkEmail,
    address: checkPublicAddress,
    'sign-in': checkSignInProviders,
  })
  // Without the database or its tables, the other checks would only repeat the same error.
  const isUsable = !found.some(({ area, status }) => area === 'database' && status !== 'ok')
  return isUsable
    ? [...found, ...(await diagnose({ workers: checkWorkers, staff: checkStaff, backups: checkBackups }))]
    : found
}

/** Runs the checks that a web process can repeat at any time: they are fast and change nothing. */
export function runSiteChecks(): Promise<Finding[]> {
  return diagnose({
    database: checkDatabase,
    disk: () => checkDisk(),
    workers: checkWorkers,
    staff: checkStaff,
    backups: checkBackups,
  })
}
