import type { ComponentProps } from 'react'
import { playerMessages } from '#web/messages/watch/player.ts'

/**
 * The big play button that is visible before playback starts. The button covers the whole picture, so a click
 * anywhere in the picture starts playback.
 */
export function BigPlayButton({ title, ...rest }: ComponentProps<'button'> & { title: string }) {
  return (
    <button
      {...rest}
      type="button"
      className="big-play needs-js"
      aria-label={playerMessages.bigPlay({ title })}
    >
      <span>
        <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
          <path d="M6 3.6c0-1.3 1.4-2.1 2.5-1.4l13 8.4c1 .7 1 2.1 0 2.8l-13 8.4C7.4 22.5 6 21.7 6 20.4Z" />
        </svg>
      </span>
    </button>
  )
}
