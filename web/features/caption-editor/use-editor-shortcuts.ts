import { useEffect, useEffectEvent } from 'react'
import { type CommandName, findCommand } from './commands.ts'

/** Listens for the editor's shortcuts on the whole page, except while a dialog is open. */
export function useEditorShortcuts(run: (name: CommandName) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return
    const command = findCommand(event)
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
