import { usePlayer, usePlayerState } from './use-player.ts'
import { playerMessages } from '#web/messages/watch/player.ts'

const sourceNames = ['main', 'trailer'] as const

/**
 * Switches between the video and its trailer, each of which keeps its own position. The switch is rendered
 * only if the video has a trailer.
 */
export function VideoTrailerSwitch() {
  const player = usePlayer()
  const source = usePlayerState((state) => state.source)
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is meant for forms
    <div className="source-switch" role="group" aria-label={playerMessages.source}>
      {sourceNames.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={source === name}
          onClick={() => source !== name && void player.switchSource(name)}
        >
          {playerMessages.sources[name]}
        </button>
      ))}
    </div>
  )
}
