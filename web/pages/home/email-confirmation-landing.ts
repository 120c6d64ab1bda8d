import { useEffect } from 'react'
import { redirect, useSearchParams } from 'react-router'
import { getSession } from '#contract/accounts/current-user.ts'
import { pagePaths } from '#web/paths.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { homeMessages } from '#web/messages/browse/home.ts'
import type { createLoaderApiClient } from '#web/api/loader-api-client.ts'

/**
 * Handles visits from the link in the confirmation email (specification, section 7). Signed-out visitors are
 * redirected to the sign-in page.
 */
export async function redirectToSignInAfterConfirmation(
  api: ReturnType<typeof createLoaderApiClient>,
  { searchParams }: URL,
): Promise<void> {
  if (!searchParams.has('confirmed')) return
  const { me } = await api(getSession, {})
  if (!me) throw redirect(`${pagePaths.signIn()}?confirmed=1${searchParams.has('error') ? '&error=1' : ''}`)
}

export function useEmailConfirmationToast(): void {
  const [query] = useSearchParams()
  const [isConfirmed, failed] = [query.has('confirmed'), query.has('error')]
  useEffect(() => {
    if (isConfirmed && failed) showToast.error(...homeMessages.notConfirmed)
    else if (isConfirmed) showToast.success(homeMessages.confirmed)
  }, [isConfirmed, failed])
}
