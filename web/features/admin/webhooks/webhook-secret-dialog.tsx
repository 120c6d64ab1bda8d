import { Copy } from 'lucide-react'
import { adminWebhookMessages } from '#web/messages/admin/webhooks.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'

/** Shows a new secret, which the server returns only once. */
export function WebhookSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      showToast.success(adminWebhookMessages.copied)
    } catch {
      showToast.error(adminWebhookMessages.copyFailed)
    }
  }
  return (
    <Dialog open onClose={onClose} title={adminWebhookMessages.secretTitle}>
      <div className="grid gap-4">
        <p className="text-quiet">{adminWebhookMessages.secretText}</p>
        <code dir="ltr" className="rounded-card bg-lifted px-3 py-2 break-all select-all">
          {secret}
        </code>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => void copy()}>
            <Copy aria-hidden="true" /> {adminWebhookMessages.copy}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {adminWebhookMessages.done}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
