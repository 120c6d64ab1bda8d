import { Fragment, type MouseEvent, type ReactNode } from 'react'
import { splitTextAtTimecodes } from './timecodes.ts'

interface Props {
  text: string
  /** The length of the video in seconds. If the length is unknown (null), the text contains no links. */
  duration: number | null
  /** Seeks the open video to this position. Returns false if no video is open. */
  onSeek: (second: number) => boolean
}

/** Shows text in which each timestamp links to that position in the page's video. */
export function TextWithTimecodes({ text, duration, onSeek }: Props) {
  return splitTextAtTimecodes(text, duration ?? 0).map(({ text: part, second }, index) =>
    second === undefined ? (
      <Fragment key={index}>{part}</Fragment>
    ) : (
      <SeekLink key={index} second={second} className="link" onSeek={onSeek}>
        {part}
      </SeekLink>
    ),
  )
}

interface SeekLinkProps extends Pick<Props, 'onSeek'> {
  second: number
  className: string
  children: ReactNode
}

/**
 * A link to a position in the page's video. If JavaScript is off or the video has not been started, the link
 * reloads the page with the video at this position.
 */
export function SeekLink({ second, className, onSeek, children }: SeekLinkProps) {
  const seek = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    if (onSeek(second)) event.preventDefault()
  }
  return (
    <a href={`?t=${second}`} className={className} onClick={seek}>
      {children}
    </a>
  )
}
