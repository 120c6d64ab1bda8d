import { type KeyboardEvent, type MouseEvent, type RefObject, useState } from 'react'
import type { Transcript } from '#contract/content/captions/transcripts.ts'
import { transcriptMessages } from '#web/messages/watch/transcript.ts'
import { playWatchPageVideoFrom } from './watch-page-video.ts'
import { TranscriptLines } from './transcript-lines.tsx'
import type { TranscriptMatches } from './transcript-search.ts'
import { findTranscriptLine } from './use-auto-scroll.ts'

interface Props {
  list: RefObject<HTMLOListElement | null>
  transcript: Transcript
  matches: TranscriptMatches
  current: number
  selected: number | undefined
  /**
   * Called with false if the reader moves to a line, and with true if the reader plays the video from a line.
   */
  onFollow: (isFollowing: boolean) => void
}

/**
 * The lines in a transcript. The whole list is a single tab stop, because it can have thousands of lines. The
 * arrow keys move from line to line. Pressing a line plays the video from there.
 */
export function TranscriptList({ list, transcript, current, onFollow, ...shown }: Props) {
  const { cues, language } = transcript
  const [focused, setFocused] = useState<number>()
  const active = Math.min(focused ?? Math.max(current, 0), cues.length - 1)
  const move = (event: KeyboardEvent) => {
    const to = targetOf(event.key, active, cues.length)
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    // Stop the event, because the arrow keys would otherwise also control the player.
    event.preventDefault()
    onFollow(false)
    setFocused(to)
    findTranscriptLine(list.current, to)?.focus()
  }
  const play = ({ target }: MouseEvent) => {
    const index = Number((target as Element).closest<HTMLElement>('[data-cue]')?.dataset['cue'])
    const cue = cues[index]
    if (!cue) return
    setFocused(index)
    playWatchPageVideoFrom(cue.start)
    onFollow(true)
  }
  return (
    <>
      <p id="transcript-hint" className="sr-only">
        {transcriptMessages.listHint}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the buttons in the list get the clicks and keys */}
      <ol
        ref={list}
        className="transcript-list"
        aria-label={transcriptMessages.lines({ n: cues.length })}
        aria-describedby="transcript-hint"
        onKeyDown={move}
        onClick={play}
        onBlur={({ relatedTarget }) => list.current?.contains(relatedTarget) || setFocused(undefined)}
      >
        <TranscriptLines {...shown} cues={cues} language={language} current={current} active={active} />
      </ol>
    </>
  )
}

/** Returns the line to which a key press moves the focus, or undefined if the key does not move the focus. */
function targetOf(key: string, active: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + 10,
    PageUp: active - 10,
    Home: 0,
    End: count - 1,
  }
  const to = steps[key]
  return to === undefined ? undefined : Math.min(Math.max(to, 0), count - 1)
}
