import { Fragment, type MouseEvent } from 'react'
import { splitTimecodes } from './timecodes.ts'

interface Props {
  text: string
  /** The length of the video in seconds, or null if it is unknown. Then the text contains no links. */
  duration: number | null
  /** Moves a video that is open to this position. Returns false if there is none. */
  onSeek: (second: number) => boolean
}

/**
 * Shows a text in which each timecode is a link to this position of the page's video. Without JavaScript, and before
 * the video was started, the link opens the page again at this position.
 */
export function TextWithTimecodes({ text, duration, onSeek }: Props) {
  const seek = (event: MouseEvent, second: number) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    if (onSeek(second)) event.preventDefault()
  }
  return splitTimecodes(text, duration ?? 0).map(({ text: part, second }, index) =>
    second === undefined ? (
      <Fragment key={index}>{part}</Fragment>
    ) : (
      <a key={index} href={`?t=${second}`} className="link" onClick={(event) => seek(event, second)}>
        {part}
      </a>
    ),
  )
}
