import type { Db, Tx } from '#server/platform/db/db.ts'
import { findSignInProvider } from './providers.ts'

export interface SignInMethods {
  hasPassword: boolean
  passkeyIds: string[]
  providers: { id: string; connected_at: Date }[]
}

/** Loads the sign-in methods of an account. Emailed links, which every account has, are not included. */
export async function loadSignInMethods(on: Db | Tx, userId: string): Promise<SignInMethods> {
  const methods = await on
    .selectFrom('sign_in_methods')
    .select(['provider_id as id', 'created_at as connected_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  const keys = await on.selectFrom('passkeys').select('id').where('user_id', '=', userId).execute()
  const providers = methods.filter(({ id }) => id !== 'credential')
  return {
    hasPassword: providers.length < methods.length,
    passkeyIds: keys.map(({ id }) => id),
    providers,
  }
}

/** Returns whether the account can still be used without one of its providers or passkeys. */
export function hasOtherSignInMethod(
  { hasPassword, passkeyIds, providers }: SignInMethods,
  without: { provider?: string; passkey?: string },
): boolean {
  return (
    hasPassword ||
    passkeyIds.some((id) => id !== without.passkey) ||
    providers.some(({ id }) => id !== without.provider && findSignInProvider(id))
  )
}
