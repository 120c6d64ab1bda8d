import { useState } from 'react'
import {
  deleteWebhook,
  rotateWebhookSecret,
  sendWebhookTestEvent,
  updateWebhook,
  type WebhookEndpoint,
} from '#contract/admin/webhooks.ts'
import { callApi } from '#web/api/api-client.ts'
import { adminWebhookMessages } from '#web/messages/admin/webhooks.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { useWebhookAction } from './use-webhook-action.ts'
import { WebhookFormDialog } from './webhook-form-dialog.tsx'
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx'

type Question = 'turnOff' | 'rotate' | 'delete'

/** The buttons of a webhook. */
export function WebhookActions({ webhook }: { webhook: WebhookEndpoint }) {
  const { id, is_enabled } = webhook
  const params = { id }
  const { busy, run } = useWebhookAction()
  const [isEditing, setIsEditing] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const [question, setQuestion] = useState<Question | null>(null)

  const setEnabled = (enabled: boolean) =>
    run(async () => {
      await callApi(updateWebhook, { params, body: { is_enabled: enabled } })
      showToast.success(enabled ? adminWebhookMessages.turnedOn : adminWebhookMessages.turnedOff)
    })
  const sendTest = () =>
    run(async () => {
      await callApi(sendWebhookTestEvent, { params })
      showToast.success(adminWebhookMessages.testSent, adminWebhookMessages.testSentText)
    })
  const confirmed: Record<Question, () => Promise<void>> = {
    turnOff: () => setEnabled(false),
    rotate: () => run(async () => setSecret((await callApi(rotateWebhookSecret, { params })).secret)),
    delete: () =>
      run(async () => {
        await callApi(deleteWebhook, { params })
        showToast.success(adminWebhookMessages.deleted)
      }),
  }
  const questions = {
    turnOff: {
      title: adminWebhookMessages.turnOffQuestion,
      text: adminWebhookMessages.turnOffText,
      confirm: adminWebhookMessages.turnOff,
    },
    rotate: {
      title: adminWebhookMessages.rotateQuestion,
      text: adminWebhookMessages.rotateText,
      confirm: adminWebhookMessages.rotate,
    },
    delete: {
      title: adminWebhookMessages.deleteQuestion,
      text: adminWebhookMessages.deleteText({ host: new URL(webhook.url).host }),
      confirm: adminWebhookMessages.delete,
    },
  }
  const asked = question && questions[question]
  return (
    <div className="flex flex-wrap gap-2 needs-js">
      <Button size="small" onClick={() => setIsEditing(true)}>
        {adminWebhookMessages.edit}
      </Button>
      {is_enabled && (
        <Button size="small" busy={busy} onClick={() => void sendTest()}>
          {adminWebhookMessages.sendTest}
        </Button>
      )}
      <Button size="small" onClick={() => setQuestion('rotate')}>
        {adminWebhookMessages.rotate}
      </Button>
      {is_enabled ? (
        <Button size="small" onClick={() => setQuestion('turnOff')}>
          {adminWebhookMessages.turnOff}
        </Button>
      ) : (
        <Button size="small" busy={busy} onClick={() => void setEnabled(true)}>
          {adminWebhookMessages.turnOn}
        </Button>
      )}
      <Button size="small" variant="danger" onClick={() => setQuestion('delete')}>
        {adminWebhookMessages.delete}
      </Button>
      {isEditing && <WebhookFormDialog webhook={webhook} onClose={() => setIsEditing(false)} />}
      {secret && <WebhookSecretDialog secret={secret} onClose={() => setSecret(null)} />}
      <ConfirmDialog
        open={asked !== null}
        title={asked?.title ?? ''}
        confirmLabel={asked?.confirm ?? ''}
        danger={question === 'delete'}
        busy={busy}
        onConfirm={() => {
          const chosen = question!
          setQuestion(null)
          void confirmed[chosen]()
        }}
        onCancel={() => setQuestion(null)}
      >
        {asked?.text}
      </ConfirmDialog>
    </div>
  )
}
