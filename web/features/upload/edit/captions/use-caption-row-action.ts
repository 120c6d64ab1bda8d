import { useState } from 'react'
import { ApiCallError } from '#web/api/api-client.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'

/**
 * Runs the actions of one row of the caption list, one action at a time. If the API returns an error, the
 * error is shown as a toast.
 */
export function useCaptionRowAction() {
  const [isBusy, setIsBusy] = useState(false)
  const run = async (action: () => Promise<void>) => {
    setIsBusy(true)
    try {
      await action()
    } catch (thrown) {
      if (!(thrown instanceof ApiCallError)) throw thrown
      showToast.error(thrown.title, thrown.detail)
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, run }
}
