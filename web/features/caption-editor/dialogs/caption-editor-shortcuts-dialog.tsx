import { captionEditorMessages } from '#web/messages/upload/caption-editor.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useCaptionEditor, useCaptionEditorView } from '../caption-editor-context.ts'
import { captionEditorShortcuts } from '../caption-editor-commands.ts'

const messages = captionEditorMessages.shortcuts

/** The list of keys that work in the caption list and the time fields. These keys need no modifier. */
const fieldKeys = [
  ['list', '↑ ↓'],
  ['edit', 'Enter'],
  ['nudge', '↑ ↓'],
] as const

const symbols: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' }

export function CaptionEditorShortcutsDialog() {
  const { view } = useCaptionEditor()
  const isOpen = useCaptionEditorView(({ panel }) => panel === 'shortcuts')
  return (
    <Dialog open={isOpen} onClose={() => view.set({ panel: null })} title={messages.title} size="medium">
      <p className="text-15 text-quiet">{messages.hint}</p>
      <dl className="caption-keys">
        {[...captionEditorShortcuts, ...fieldKeys].map(([name, ...keys]) => (
          <div key={name}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key.replace(/Arrow\w+/, (arrow) => symbols[arrow]!)}</kbd>
              ))}
            </dt>
            <dd>{messages[name]}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
