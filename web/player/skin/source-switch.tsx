import { usePlayer, usePlayerState } from './use-player.ts'
import { words } from '#web/words/player.ts'

const names = ['main', 'trailer'] as const

/** Only there when there are both. Each keeps its own place. */
export function SourceSwitch() {
  const player = usePlayer()
  const source = usePlayerState((state) => state.source)
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for forms
    <div className="source-switch" role="group" aria-label={words.source}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={source === name}
          onClick={() => source !== name && void player.switchSource(name)}
        >
          {words.sources[name]}
        </button>
      ))}
    </div>
  )
}
