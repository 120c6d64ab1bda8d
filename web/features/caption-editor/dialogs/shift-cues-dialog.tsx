import { useState } from 'react'
import { captionEditorMessages } from '#web/messages/upload/caption-editor.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useCaptionEditor, useCaptionEditorView } from '../caption-editor-context.ts'
import { parseCueTimeShift } from '../model/cue-times.ts'

const messages = captionEditorMessages.shift

/** Shifts the times of all captions, or of the selected caption and all later captions. */
export function ShiftCuesDialog() {
  const editor = useCaptionEditor()
  const isOpen = useCaptionEditorView((view) => view.panel === 'shift')
  const [seconds, setSeconds] = useState('')
  const [which, setWhich] = useState<'all' | 'from'>('all')
  const [isWrong, setIsWrong] = useState(false)
  const close = () => editor.view.set({ panel: null })
  const shift = () => {
    const by = parseCueTimeShift(seconds)
    setIsWrong(by === null)
    if (by === null) return
    editor.dispatch({ type: 'shift', by, fromId: which === 'all' ? null : editor.get().selected })
    close()
  }
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      title={messages.title}
      size="small"
      footer={
        <Button variant="primary" onClick={shift}>
          {messages.shift}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label={messages.by}
          hint={messages.hint}
          error={isWrong && messages.bad}
          value={seconds}
          autoComplete="off"
          onChange={(event) => {
            setSeconds(event.target.value)
            setIsWrong(false)
          }}
          onKeyDown={(event) => event.key === 'Enter' && shift()}
        />
        <Select
          label={messages.which}
          value={which}
          onChange={(event) => setWhich(event.target.value as 'all' | 'from')}
        >
          <option value="all">{messages.all}</option>
          <option value="from">{messages.from}</option>
        </Select>
      </div>
    </Dialog>
  )
}
