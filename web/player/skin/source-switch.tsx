import type { SourceName } from '../core/state.ts'
import { usePlayer, usePlayerState } from './use-player.ts'

const names: [SourceName, string][] = [
  ['main', 'Video'],
  ['trailer', 'Trailer'],
]

/** Only there when there are both. Each keeps its own place. */
export function SourceSwitch() {
  const player = usePlayer()
  const source = usePlayerState((state) => state.source)
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for forms
    <div className="source-switch" role="group" aria-label="What to play">
      {names.map(([name, label]) => (
        <button
          key={name}
          type="button"
          aria-pressed={source === name}
          onClick={() => source !== name && void player.switchSource(name)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
