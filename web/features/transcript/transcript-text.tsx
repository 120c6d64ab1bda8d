import { Download } from 'lucide-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { captionDownloadUrl, captionFormats } from '#contract/content/captions.ts'
import type { Transcript } from '#contract/content/captions/transcripts.ts'
import { transcriptMessages } from '#web/messages/watch/transcript.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { formatDuration } from '#web/ui/formatting/format-duration.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { TranscriptList } from './transcript-list.tsx'
import { TranscriptSearchBar } from './transcript-search-bar.tsx'
import { searchTranscript } from './transcript-search.ts'
import { useCurrentCue } from './use-current-cue.ts'
import { scrollToTranscriptLine, useAutoScroll } from './use-auto-scroll.ts'

interface Props {
  videoId: string
  transcript: Transcript
}

/** The text of a transcript with its search bar and buttons. */
export function TranscriptText({ videoId, transcript }: Props) {
  const { cues } = transcript
  const list = useRef<HTMLOListElement>(null)
  const current = useCurrentCue(cues)
  const [isFollowing, setIsFollowing] = useAutoScroll(list, current)
  const [query, setQuery] = useState('')
  const [place, setPlace] = useState(0)
  const wanted = useDeferredValue(query)
  const matches = useMemo(() => searchTranscript(cues, wanted), [cues, wanted])
  const count = matches.cues.length
  const show = (at: number, lines = matches.cues) => {
    setPlace(at)
    if (lines[at] === undefined) return
    setIsFollowing(false)
    scrollToTranscriptLine(list.current, lines[at])
  }
  const search = (text: string) => {
    setQuery(text)
    show(0, searchTranscript(cues, text).cues)
  }
  const size = 'small' as const
  return (
    <>
      <TranscriptSearchBar
        query={query}
        count={count}
        place={place}
        onQuery={search}
        onMove={(by) => count > 0 && show((place + by + count) % count)}
      />
      <div className="transcript-body">
        <TranscriptList
          list={list}
          transcript={transcript}
          matches={matches}
          current={current}
          selected={matches.cues[place]}
          onFollow={setIsFollowing}
        />
        {!isFollowing && (
          <Button size={size} variant="primary" onClick={() => setIsFollowing(true)}>
            {transcriptMessages.follow}
          </Button>
        )}
      </div>
      <div className="transcript-actions">
        <Button size={size} onClick={() => void copyTranscript(transcript)}>
          {transcriptMessages.copy}
        </Button>
        {captionFormats.map((format) => (
          <a
            key={format}
            download
            href={captionDownloadUrl(videoId, transcript.id, format)}
            aria-label={transcriptMessages.download({ format: format.toUpperCase() })}
            className={getButtonClassName({ size })}
          >
            <Download aria-hidden="true" /> {format.toUpperCase()}
          </a>
        ))}
      </div>
    </>
  )
}

async function copyTranscript({ cues }: Transcript): Promise<void> {
  const lines = cues.map(({ start, text }) => `${formatDuration(start)} ${text.replaceAll('\n', ' ')}`)
  try {
    await navigator.clipboard.writeText(lines.join('\n'))
    showToast.success(transcriptMessages.copied)
  } catch {
    showToast.error(transcriptMessages.copyFailed)
  }
}
