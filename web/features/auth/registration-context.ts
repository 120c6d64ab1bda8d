import { createContext, useContext } from 'react'
import type { RegistrationMode } from '#contract/settings/setting-choices.ts'

export const RegistrationContext = createContext<RegistrationMode>('open')

/**
 * Returns whether everyone can create an account. Links such as "Join free" are shown only in this case,
 * because visitors without an invitation could not do anything on the sign-up page.
 */
export function useIsRegistrationOpen(): boolean {
  return useContext(RegistrationContext) === 'open'
}
