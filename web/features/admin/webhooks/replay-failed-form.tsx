import { replayFailedWebhookDeliveries } from '#contract/admin/webhooks.ts'
import { callApi } from '#web/api/api-client.ts'
import { adminWebhookMessages } from '#web/messages/admin/webhooks.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { useWebhookAction } from './use-webhook-action.ts'

/** How far back failed events can be sent again, in hours. The log contains the last 30 days. */
const choices = [1, 24, 7 * 24, 30 * 24]

/** Sends all failed events of the last hours or days again. */
export function ReplayFailedForm({ webhookId }: { webhookId: string }) {
  const { busy, run } = useWebhookAction()
  const replay = (hours: number) =>
    run(async () => {
      const since = new Date(Date.now() - hours * 3600_000).toISOString()
      const { deliveries } = await callApi(replayFailedWebhookDeliveries, {
        params: { id: webhookId },
        body: { since },
      })
      showToast.success(adminWebhookMessages.replayedCount({ count: deliveries }))
    })
  return (
    <form
      className="webhook-filter needs-js"
      onSubmit={(event) => {
        event.preventDefault()
        void replay(Number(new FormData(event.currentTarget).get('hours')))
      }}
    >
      <Select label={adminWebhookMessages.replayHours} name="hours" defaultValue={24}>
        {choices.map((hours) => (
          <option key={hours} value={hours}>
            {hours < 24
              ? adminWebhookMessages.hours({ count: hours })
              : adminWebhookMessages.days({ count: hours / 24 })}
          </option>
        ))}
      </Select>
      <Button type="submit" busy={busy}>
        {adminWebhookMessages.replayFailed}
      </Button>
    </form>
  )
}
