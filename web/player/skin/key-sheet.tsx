import { keySheet } from '../core/key-list.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { usePlayer, usePlayerState } from './use-player.ts'
import { words } from '#web/words/player-keys.ts'
import './key-sheet.css'

export function KeySheet() {
  const player = usePlayer()
  const open = usePlayerState((state) => state.keysShown)
  return (
    <Dialog open={open} onClose={() => player.showKeys(false)} title={words.title} size="small">
      <dl className="key-sheet">
        {keySheet.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{words[does]}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
