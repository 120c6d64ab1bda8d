import { memo, useMemo } from 'react'
import type { TranscriptCue } from '#contract/content/captions/transcripts.ts'
import { HighlightedText } from '#web/ui/formatting/highlighted-text.tsx'
import { formatDuration } from '#web/ui/formatting/format-duration.ts'
import type { TranscriptMatches } from './transcript-search.ts'

interface Props {
  cues: readonly TranscriptCue[]
  language: string
  matches: TranscriptMatches
  /**
   * Three indexes in the transcript: the cue that is being spoken, the cue in the tab order, and the selected
   * search match.
   */
  current: number
  active: number
  selected: number | undefined
}

const blockSize = 50

/**
 * The lines in a transcript. Only blocks of lines that have changed re-render, which keeps long transcripts
 * responsive.
 */
export function TranscriptLines({ cues, current, active, selected, ...rest }: Props) {
  const blocks = useMemo(
    () =>
      Array.from({ length: Math.ceil(cues.length / blockSize) }, (_, at) =>
        cues.slice(at * blockSize, (at + 1) * blockSize),
      ),
    [cues],
  )
  return blocks.map((block, at) => {
    const first = at * blockSize
    const within = (index: number | undefined) =>
      index !== undefined && index >= first && index < first + blockSize ? index : undefined
    return (
      <TranscriptBlock
        key={first}
        {...rest}
        cues={block}
        first={first}
        current={within(current)}
        active={within(active)}
        selected={within(selected)}
      />
    )
  })
}

type BlockProps = Omit<Props, 'current' | 'active' | 'selected'> & {
  first: number
  current: number | undefined
  active: number | undefined
  selected: number | undefined
}

const TranscriptBlock = memo(function TranscriptBlock(props: BlockProps) {
  const { cues, first, language, matches, current, active, selected } = props
  return cues.map(({ start, text }, at) => {
    const index = first + at
    return (
      <li key={index} className="transcript-line">
        <button
          type="button"
          data-cue={index}
          tabIndex={index === active ? 0 : -1}
          aria-current={index === current || undefined}
          data-selected={index === selected || undefined}
        >
          <span className="transcript-time">{formatDuration(start)}</span>{' '}
          <span className="transcript-text" lang={language} dir="auto">
            <HighlightedText text={text} marks={matches.byCue.get(index) ?? []} />
          </span>
        </button>
      </li>
    )
  })
})
