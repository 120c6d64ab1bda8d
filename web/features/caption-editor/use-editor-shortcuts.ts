import { useEffect, useEffectEvent } from 'react'
import { type CaptionEditorCommand, findCaptionEditorCommand } from './caption-editor-commands.ts'

/** Listens for the editor's shortcuts on the whole page, except while a dialog is open. */
export function useCaptionEditorShortcuts(run: (name: CaptionEditorCommand) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return
    const command = findCaptionEditorCommand(event)
    if (!command) return
    event.preventDefault()
    run(command)
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
