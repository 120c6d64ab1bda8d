import { Keyboard } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { words } from '#web/words/mod.ts'
import { keysAreOn, switchKeys, useKey } from './use-keys.ts'

/** The sheet of keys, and the switch for them. */
export function Keys() {
  const [open, setOpen] = useState(false)
  useKey((key) => {
    if (key === '?') setOpen(true)
    return key === '?'
  })
  return (
    <>
      <Button variant="ghost" size="small" className="needs-js" onClick={() => setOpen(true)}>
        <Keyboard aria-hidden="true" /> {words.keys.open}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={words.keys.title}>
        <dl className="mod-keys">
          {words.keys.list.map(([key, does]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <Checkbox
          label={words.keys.on}
          hint={words.keys.onHint}
          defaultChecked={keysAreOn()}
          onChange={(event) => switchKeys(event.target.checked)}
        />
      </Dialog>
    </>
  )
}
