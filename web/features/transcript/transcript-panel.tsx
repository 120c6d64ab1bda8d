import { ChevronDown, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { CaptionTrack } from '#contract/content/caption-tracks.ts'
import { transcriptMessages } from '#web/messages/watch/transcript.ts'
import { useWideWatchPage } from '#web/player/use-wide-watch-page.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { TranscriptText } from './transcript-text.tsx'
import { useTranscript } from './use-transcript.ts'
import './transcript.css'

interface Props {
  videoId: string
  /** The caption tracks of the video, at least one. */
  tracks: readonly CaptionTrack[]
  onClose: () => void
}

/**
 * The transcript of the page's video. The transcript is beside the player on wide screens and below the
 * player on other screens.
 */
export default function TranscriptPanel(props: Props) {
  const slot = useTranscriptSlot()
  return slot && createPortal(<Panel {...props} />, slot)
}

function Panel({ videoId, tracks, onClose }: Props) {
  const { track, transcript, failed, choose, retry } = useTranscript(videoId, tracks)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('section')?.scrollIntoView({ block: 'nearest' })
  }, [])
  const close = () => {
    // The button that opened the transcript (see transcript-button.tsx).
    document.querySelector<HTMLElement>('.about-buttons > [aria-expanded="true"]')?.focus()
    onClose()
  }
  return (
    <section className="transcript" aria-labelledby="transcript-title" aria-busy={!transcript && !failed}>
      <div className="transcript-head">
        <h2 ref={heading} id="transcript-title" tabIndex={-1}>
          {transcriptMessages.title}
        </h2>
        {tracks.length > 1 && (
          <div className="select">
            <select
              className="input"
              aria-label={transcriptMessages.language}
              value={track.id}
              onChange={(event) => choose(event.target.value)}
            >
              {tracks.map(({ id, name, language }) => (
                <option key={id} value={id} lang={language}>
                  {name}
                </option>
              ))}
            </select>
            <ChevronDown aria-hidden="true" />
          </div>
        )}
        <IconButton bare label={transcriptMessages.close} icon={<X />} onClick={close} />
      </div>
      {transcript && <TranscriptText key={transcript.id} videoId={videoId} transcript={transcript} />}
      {!transcript && failed && (
        <div role="alert" className="transcript-state">
          <p>{transcriptMessages.failed}</p>
          <Button size="small" onClick={retry}>
            {transcriptMessages.retry}
          </Button>
        </div>
      )}
      {!transcript && !failed && (
        <div className="transcript-state">
          <Spinner label={transcriptMessages.loading} />
        </div>
      )}
    </section>
  )
}

/**
 * Returns the element in which the transcript panel is rendered (see video-info.tsx and related-videos.tsx).
 */
function useTranscriptSlot(): HTMLElement | null {
  const isWide = useWideWatchPage()
  return document.getElementById(isWide ? 'transcript-beside' : 'transcript-below')
}
