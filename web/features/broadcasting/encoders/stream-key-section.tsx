import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ResponseOf } from '#contract/endpoint.ts'
import { createStreamKey, deleteStreamKey, type getStreamKey } from '#contract/broadcasts/stream-keys.ts'
import { ApiCallError, callApi } from '#web/api/api-client.ts'
import { encoderSetupMessages } from '#web/messages/upload/encoders.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FieldErrorMessage } from '#web/ui/forms/form-field.tsx'
import { RelativeTime } from '#web/ui/formatting/relative-time.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { CopyButton } from './copy-button.tsx'
import { RecommendedEncoderSettings } from './recommended-encoder-settings.tsx'

type StreamKey = NonNullable<ResponseOf<typeof getStreamKey>['stream_key']>

interface Props {
  serverUrl: string
  /** The member's stream key when the page was loaded, or null if there was none. */
  initialKey: StreamKey | null
}

/** Shows what to enter in an encoder, and lets the member create, replace and delete their stream key. */
export function StreamKeySection({ serverUrl, initialKey }: Props) {
  const [streamKey, setStreamKey] = useState(initialKey)
  /** The key in plain text. The server sends it only once, when it is created. */
  const [secret, setSecret] = useState<string | null>(null)
  const [asking, setAsking] = useState<'replaceDialog' | 'removeDialog' | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<ApiCallError | null>(null)
  const { revalidate } = useRevalidator()
  const run = async (change: () => Promise<void>) => {
    setAsking(null)
    setProblem(null)
    setIsBusy(true)
    try {
      await change()
      // The page shows this section again after the member has created a broadcast.
      void revalidate()
    } catch (thrown) {
      if (!(thrown instanceof ApiCallError)) throw thrown
      setProblem(thrown)
    } finally {
      setIsBusy(false)
    }
  }
  const create = async () => {
    const created = await callApi(createStreamKey, {})
    setStreamKey(created)
    setSecret(created.key)
  }
  const remove = async () => {
    await callApi(deleteStreamKey, {})
    setStreamKey(null)
    setSecret(null)
    showToast.success(encoderSetupMessages.removed)
  }
  const dialog = asking && encoderSetupMessages[asking]
  return (
    <div className="grid content-start gap-5">
      <CopyableText
        label={encoderSetupMessages.server}
        text={serverUrl}
        button={encoderSetupMessages.copyServer}
      />
      {secret ? (
        <div className="grid gap-2" aria-live="polite">
          <CopyableText
            label={encoderSetupMessages.key}
            text={secret}
            button={encoderSetupMessages.copyKey}
          />
          <p className="font-semibold">{encoderSetupMessages.copyNow}</p>
        </div>
      ) : (
        <div>
          <p className="field-label">{encoderSetupMessages.key}</p>
          <p>{streamKey ? <StreamKeyUsage streamKey={streamKey} /> : encoderSetupMessages.noKey}</p>
        </div>
      )}
      {problem && (
        <FieldErrorMessage>
          <b>{problem.title}.</b> {problem.detail}
        </FieldErrorMessage>
      )}
      <div className="flex flex-wrap gap-3">
        {streamKey ? (
          <>
            <Button busy={isBusy} onClick={() => setAsking('replaceDialog')}>
              {encoderSetupMessages.replace}
            </Button>
            <Button variant="danger" busy={isBusy} onClick={() => setAsking('removeDialog')}>
              {encoderSetupMessages.remove}
            </Button>
          </>
        ) : (
          <Button variant="primary" busy={isBusy} onClick={() => void run(create)}>
            {encoderSetupMessages.create}
          </Button>
        )}
      </div>
      <RecommendedEncoderSettings />
      <ConfirmDialog
        open={dialog !== null}
        title={dialog?.title ?? ''}
        confirmLabel={dialog?.confirm ?? ''}
        danger
        onConfirm={() => void run(asking === 'removeDialog' ? remove : create)}
        onCancel={() => setAsking(null)}
      >
        {dialog?.text}
      </ConfirmDialog>
    </div>
  )
}

function CopyableText({ label, text, button }: { label: string; text: string; button: string }) {
  return (
    <div className="grid justify-items-start gap-2">
      <p className="field-label">{label}</p>
      <code dir="ltr" className="max-w-full rounded-card bg-lifted px-3 py-2 break-all select-all">
        {text}
      </code>
      <CopyButton text={text}>{button}</CopyButton>
    </div>
  )
}

function StreamKeyUsage({ streamKey: { created_at, last_used_at } }: { streamKey: StreamKey }) {
  return (
    <>
      <RelativeTime at={created_at} formatText={(created) => encoderSetupMessages.hasKey({ created })} />{' '}
      {last_used_at ? (
        <RelativeTime at={last_used_at} formatText={(used) => encoderSetupMessages.lastUsed({ used })} />
      ) : (
        encoderSetupMessages.neverUsed
      )}
    </>
  )
}
