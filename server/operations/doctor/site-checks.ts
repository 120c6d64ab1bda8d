import { sql } from 'kysely'
import { config } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import { loadBackupAge } from '../backup/backup-runs.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

/** A job that has been due for this long shows that the workers do not keep up. */
const maxWaitMinutes = 15

/** Processes with ROLE=worker or ROLE=all report to the queue every 30 s. */
const maxSilentMinutes = 5

/** Checks that a worker is running, and that workers process jobs. */
export async function checkWorkers(): Promise<Finding[]> {
  const { rows } = await sql<{ is_running: boolean; waiting: number; failed: number }>`select
    exists (select from pgboss.version
      where cron_on > now() - make_interval(mins => ${maxSilentMinutes})) as is_running,
    count(*) filter (where state in ('created', 'retry')
      and start_after < now() - make_interval(mins => ${maxWaitMinutes}))::int as waiting,
    count(*) filter (where state = 'failed' and completed_on > now() - interval '1 day')::int as failed
    from pgboss.job`.execute(db)
  const { is_running: isRunning, waiting, failed } = rows[0]!
  const found: Finding[] = []
  if (!isRunning)
    found.push(
      problem(
        'workers',
        `No worker has been running for ${maxSilentMinutes} minutes, so videos are not processed and no emails are sent.`,
        'Start a process with ROLE=worker or ROLE=all. With systemd: systemctl status "afterbell-worker@*".',
      ),
    )
  if (waiting > 0)
    found.push(
      problem(
        'workers',
        `${waiting} jobs have been waiting for more than ${maxWaitMinutes} minutes.`,
        'Check that at least one process with ROLE=worker or ROLE=all is running, and read its log.',
      ),
    )
  if (failed > 0)
    found.push(
      warning(
        'workers',
        `${failed} jobs have failed permanently in the last 24 hours.`,
        'Read the log of the workers for the errors.',
      ),
    )
  return found.length > 0
    ? found
    : [ok('workers', 'A worker is running, and no job has been waiting too long.')]
}

/** Checks that there is an admin, and that all staff accounts have a second factor. */
export async function checkStaff(): Promise<Finding[]> {
  const { rows } = await sql<{ admins: number; unprotected: string[] }>`select
    count(*) filter (where role = 'admin')::int as admins,
    coalesce(array_agg(email order by email) filter (where
      not exists (select from second_factors where second_factors.user_id = users.id and confirmed_at is not null)
      and not exists (select from passkeys where passkeys.user_id = users.id)), '{}') as unprotected
    from users where role <> 'user'`.execute(db)
  const { admins, unprotected } = rows[0]!
  const found: Finding[] = []
  if (admins === 0)
    found.push(
      warning(
        'staff',
        'No account has the role admin.',
        'Sign up, confirm the email address, and run: npm run admin -- make-admin EMAIL. People over 19 cannot sign up: first run add-staff EMAIL USERNAME, then make-admin EMAIL.',
      ),
    )
  if (unprotected.length > 0)
    found.push(
      problem(
        'staff',
        `${unprotected.length} staff accounts have no second factor: ${unprotected.slice(0, 5).join(', ')}`,
        'Ask their owners to set up an authenticator app or a passkey in their account settings.',
      ),
    )
  return found.length > 0 ? found : [ok('staff', 'All staff accounts have a second factor.')]
}

/** Checks when `admin -- backup` last completed. Copies made by other tools are not known to the site. */
export async function checkBackups(): Promise<Finding[]> {
  const seconds = await loadBackupAge()
  const advice =
    'Make a backup every day with a timer (docs/operations/backup.md, “Backup”), and copy it to another machine.'
  if (seconds === null)
    return [(config.isLocal ? warning : problem)('backups', 'No backup has been made yet.', advice)]
  const hours = seconds / 3600
  const text = `The last backup is ${hours < 48 ? `${Math.round(hours)} hours` : `${Math.round(hours / 24)} days`} old.`
  if (hours > 7 * 24) return [problem('backups', text, advice)]
  return hours > 50 ? [warning('backups', text, advice)] : [ok('backups', text)]
}
