import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiCallError } from '#web/api/api-client.ts'
import { adminWebhookMessages } from '#web/messages/admin/webhooks.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'

/** Runs an action on a webhook, then loads the page again. Shows a message if the action fails. */
export function useWebhookAction() {
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const run = async (action: () => Promise<void>) => {
    setBusy(true)
    try {
      await action()
      await revalidate()
    } catch (thrown) {
      if (!(thrown instanceof ApiCallError)) throw thrown
      showToast.error(adminWebhookMessages.failed, thrown.detail)
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}
