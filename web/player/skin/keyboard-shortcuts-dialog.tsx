import { getPlayerShortcuts } from '../core/commands/shortcut-list.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { usePlayer, usePlayerState } from './use-player.ts'
import { keyboardShortcutMessages } from '#web/messages/watch/keyboard-shortcuts.ts'
import './keyboard-shortcuts-dialog.css'

export function KeyboardShortcutsDialog() {
  const player = usePlayer()
  const open = usePlayerState((state) => state.shortcutsVisible)
  return (
    <Dialog
      open={open}
      onClose={() => player.showKeys(false)}
      title={keyboardShortcutMessages.title}
      size="small"
    >
      <dl className="key-sheet">
        {getPlayerShortcuts().map(([keys, description]) => (
          <div key={description}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{keyboardShortcutMessages[description]}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
