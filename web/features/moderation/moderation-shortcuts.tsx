import { Keyboard } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { moderationConsoleMessages } from '#web/messages/moderation/moderation-console.ts'
import {
  areShortcutsEnabled,
  setShortcutsEnabled,
  useSingleKeyShortcuts,
} from './use-single-key-shortcuts.ts'

/** Lists the keyboard shortcuts for moderators, with a switch that turns the shortcuts off. */
export function ModerationShortcuts() {
  const [open, setOpen] = useState(false)
  useSingleKeyShortcuts((key) => {
    if (key === '?') setOpen(true)
    return key === '?'
  })
  return (
    <>
      <Button variant="ghost" size="small" className="needs-js" onClick={() => setOpen(true)}>
        <Keyboard aria-hidden="true" /> {moderationConsoleMessages.keys.open}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={moderationConsoleMessages.keys.title}>
        <dl className="mod-keys">
          {moderationConsoleMessages.keys.list.map(([key, description]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
        <Checkbox
          label={moderationConsoleMessages.keys.on}
          hint={moderationConsoleMessages.keys.onHint}
          defaultChecked={areShortcutsEnabled()}
          onChange={(event) => setShortcutsEnabled(event.target.checked)}
        />
      </Dialog>
    </>
  )
}
