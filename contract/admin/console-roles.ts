import type { CurrentUser } from '#contract/accounts/current-user.ts'

/** The roles that can open the admin console. Changing roles requires the role `admin`. */
export const consoleRoles = ['safety_lead', 'admin'] as const

export type ConsoleRole = (typeof consoleRoles)[number]

export function canUseConsole(role: CurrentUser['role']): role is ConsoleRole {
  return consoleRoles.some((one) => one === role)
}
