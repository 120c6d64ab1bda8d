import { useState } from 'react'
import { type CaseTranscript as Found, getCaseTranscript } from '#contract/moderation/case-transcripts.ts'
import { ApiCallError, callApi } from '#web/api/api-client.ts'
import { caseTranscriptMessages } from '#web/messages/moderation/case-transcript.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { formatDuration } from '#web/ui/formatting/format-duration.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'

/**
 * The transcript of the video in a case. The transcript is loaded only when a moderator requests it, because
 * the server logs each access.
 */
export function CaseTranscript({ caseId }: { caseId: string }) {
  const [found, setFound] = useState<Found>()
  const [isBusy, setIsBusy] = useState(false)
  const load = async (captionId?: string) => {
    setIsBusy(true)
    try {
      const query = captionId === undefined ? {} : { caption_id: captionId }
      setFound(await callApi(getCaseTranscript, { params: { id: caseId }, query }))
    } catch (thrown) {
      if (!(thrown instanceof ApiCallError)) throw thrown
      showToast.error(thrown.title, thrown.detail)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className="mod-transcript">
      <Button
        size="small"
        busy={isBusy}
        aria-expanded={found !== undefined}
        onClick={() => (found ? setFound(undefined) : void load())}
      >
        {found ? caseTranscriptMessages.hide : caseTranscriptMessages.show}
      </Button>
      {found && <TranscriptOf found={found} onChoose={(id) => void load(id)} />}
    </div>
  )
}

function TranscriptOf({ found, onChoose }: { found: Found; onChoose: (id: string) => void }) {
  const { tracks, transcript } = found
  if (!transcript) return <p>{caseTranscriptMessages.none}</p>
  return (
    <section aria-label={caseTranscriptMessages.title}>
      {tracks.length > 1 && (
        <Select
          label={caseTranscriptMessages.language}
          value={transcript.id}
          onChange={(event) => onChoose(event.target.value)}
        >
          {tracks.map(({ id, name, language }) => (
            <option key={id} value={id} lang={language}>
              {name}
            </option>
          ))}
        </Select>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard has to scroll the list */}
      <ol className="mod-transcript-lines" tabIndex={0} aria-label={caseTranscriptMessages.title}>
        {transcript.cues.map(({ start, text }, at) => (
          <li key={at}>
            <span className="text-quiet">{formatDuration(start)}</span>{' '}
            <span lang={transcript.language} dir="auto">
              {text}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
