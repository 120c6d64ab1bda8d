import type {
  ProviderRole,
  SignInProviderSettings,
} from '#server/platform/sign-in-providers/sign-in-provider-settings.ts'
import { providerRoles } from '#server/platform/sign-in-providers/sign-in-provider-settings.ts'

/** Returns the highest role of the person's groups, or null if no group has a role. */
export function grantedRole(
  roleGroups: SignInProviderSettings['roleGroups'],
  groups: readonly string[],
): ProviderRole | null {
  const roles = roleGroups.filter(({ group }) => groups.includes(group)).map(({ role }) => role)
  return providerRoles.findLast((role) => roles.includes(role)) ?? null
}
