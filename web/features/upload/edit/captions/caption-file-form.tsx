import { Captions, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { ApiCallError } from '#web/api/api-client.ts'
import { captionsMessages } from '#web/messages/upload/captions.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FileField } from '#web/ui/forms/file-field.tsx'
import type { CaptionFileConfirmations } from '../../captions/caption-requests.ts'

interface Props {
  label: string
  submitLabel: string
  /** A caption file that the creator has already chosen. */
  first?: File | undefined
  /** Sends the file. Throws an ApiCallError if the server rejects the caption file. */
  onSend: (file: File, answers: CaptionFileConfirmations) => Promise<void>
  onCancel?: (() => void) | undefined
}

/**
 * A form in which the creator chooses a caption file and sends it to the server. If the server rejects the
 * file, the form shows the lines with problems and the confirmations that the server asks for.
 */
export function CaptionFileForm({ label, submitLabel, first, onSend, onCancel }: Props) {
  const [file, setFile] = useState<File | null>(first ?? null)
  const [error, setError] = useState<ApiCallError | null>(null)
  const [answers, setAnswers] = useState<CaptionFileConfirmations>({})
  const [isBusy, setIsBusy] = useState(false)
  const choose = (chosen: File | undefined) => {
    setFile(chosen ?? null)
    setError(null)
    setAnswers({})
  }
  const send = async (more: CaptionFileConfirmations = {}) => {
    if (!file) return
    const given = { ...answers, ...more }
    setAnswers(given)
    setIsBusy(true)
    setError(null)
    try {
      await onSend(file, given)
    } catch (thrown) {
      if (!(thrown instanceof ApiCallError)) throw thrown
      setError(thrown)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className="flex flex-col gap-4">
      <FileField
        label={label}
        prompt={captionsMessages.filePrompt}
        icon={<Captions />}
        accept=".vtt,.srt,text/vtt,application/x-subrip"
        hint={captionsMessages.fileHint}
        chosen={first && file === first && <span className="drop-name">{first.name}</span>}
        onFiles={([chosen]) => choose(chosen)}
      />
      {error && (
        <div role="alert" className="flex items-start gap-2">
          <TriangleAlert className="mt-1 size-5 shrink-0 text-bad-ink" aria-hidden="true" />
          <div className="min-w-0">
            <strong>{error.title}</strong>
            <p className="whitespace-pre-line wrap-anywhere">{error.detail}</p>
          </div>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        {error?.code === 'captions_encoding' ? (
          <Button variant="primary" busy={isBusy} onClick={() => void send({ encoding: 'windows-1252' })}>
            {captionsMessages.windows}
          </Button>
        ) : error?.code === 'captions_ask' ? (
          <Button variant="primary" busy={isBusy} onClick={() => void send({ anyway: 'true' })}>
            {captionsMessages.anyway}
          </Button>
        ) : (
          file && (
            <Button variant="primary" busy={isBusy} onClick={() => void send()}>
              {submitLabel}
            </Button>
          )
        )}
        {onCancel && <Button onClick={onCancel}>{captionsMessages.cancel}</Button>}
      </div>
    </div>
  )
}
