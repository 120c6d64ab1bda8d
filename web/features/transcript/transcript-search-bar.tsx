import { ChevronDown, ChevronUp } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { transcriptMessages } from '#web/messages/watch/transcript.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'

interface Props {
  query: string
  /** The number of lines that contain a match, and the index of the selected match, counted from 0. */
  count: number
  place: number
  onQuery: (query: string) => void
  /** Selects the next match (1) or the previous match (-1). */
  onMove: (by: 1 | -1) => void
}

/** Searches within the transcript. Enter moves to the next match, and Shift+Enter to the previous match. */
export function TranscriptSearchBar({ query, count, place, onQuery, onMove }: Props) {
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    onMove(event.shiftKey ? -1 : 1)
  }
  const off = count === 0
  return (
    <search className="transcript-search" aria-label={transcriptMessages.search}>
      <input
        type="search"
        className="input"
        value={query}
        aria-label={transcriptMessages.search}
        placeholder={transcriptMessages.search}
        autoComplete="off"
        enterKeyHint="next"
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={press}
      />
      <output className="transcript-count">
        {query.trim() && transcriptMessages.matches({ n: place + 1, of: count })}
      </output>
      <IconButton
        bare
        off={off}
        label={transcriptMessages.previous}
        icon={<ChevronUp />}
        onClick={() => onMove(-1)}
      />
      <IconButton
        bare
        off={off}
        label={transcriptMessages.next}
        icon={<ChevronDown />}
        onClick={() => onMove(1)}
      />
    </search>
  )
}
