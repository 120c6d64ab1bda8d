import type { ConsoleRole } from '#contract/admin/console-roles.ts'

/**
 * Who performs an action of the console: a staff member, or the operator at the command line, who has no account. The
 * audit log names the operator's actions `machine`.
 */
export interface ConsoleActor {
  id: string | null
  role: ConsoleRole
}

/** The operator, who uses the commands on the machine that runs the site. */
export const operator: ConsoleActor = { id: null, role: 'admin' }
