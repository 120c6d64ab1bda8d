import { Keyboard, MoveHorizontal, Plus, Redo2, Search, Undo2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { captionEditorMessages } from '#web/messages/upload/caption-editor.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { useCaptionEditorState } from './caption-editor-context.ts'
import type { CaptionEditorCommand } from './caption-editor-commands.ts'

const messages = captionEditorMessages.toolbar

/** The buttons that apply to all captions. */
export function CaptionEditorToolbar({ run }: { run: (name: CaptionEditorCommand) => void }) {
  const canUndo = useCaptionEditorState((state) => state.past.length > 0)
  const canRedo = useCaptionEditorState((state) => state.future.length > 0)
  const button = (name: keyof typeof messages & CaptionEditorCommand, icon: ReactElement, off = false) => (
    <IconButton label={messages[name]} icon={icon} off={off} onClick={() => run(name)} />
  )
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of buttons is not a form fieldset
    <div role="group" aria-label={messages.label} className="caption-toolbar">
      <Button onClick={() => run('add')}>
        <Plus aria-hidden="true" />
        {messages.add}
      </Button>
      {button('undo', <Undo2 />, !canUndo)}
      {button('redo', <Redo2 />, !canRedo)}
      {button('find', <Search />)}
      {button('shift', <MoveHorizontal />)}
      {button('shortcuts', <Keyboard />)}
    </div>
  )
}
