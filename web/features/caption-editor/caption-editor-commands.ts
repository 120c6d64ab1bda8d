import type { captionEditorMessages } from '#web/messages/upload/caption-editor.ts'

export type CaptionEditorCommand = Exclude<
  keyof typeof captionEditorMessages.shortcuts,
  'title' | 'hint' | 'list' | 'edit' | 'nudge'
>

/**
 * The keyboard shortcuts of the caption editor. Each shortcut needs Ctrl or Alt, because the shortcuts also
 * work while a text field has focus. On a Mac, the Command key works like Ctrl.
 */
export const captionEditorShortcuts: readonly [command: CaptionEditorCommand, ...keys: string[]][] = [
  ['playPause', 'Ctrl+Space', 'Alt+K'],
  ['back', 'Alt+ArrowLeft'],
  ['forward', 'Alt+ArrowRight'],
  ['previous', 'Alt+ArrowUp'],
  ['next', 'Alt+ArrowDown'],
  ['add', 'Alt+Enter'],
  ['split', 'Alt+S'],
  ['merge', 'Alt+M'],
  ['startHere', 'Alt+I'],
  ['endHere', 'Alt+O'],
  ['remove', 'Alt+X'],
  ['undo', 'Ctrl+Z'],
  ['redo', 'Ctrl+Shift+Z', 'Ctrl+Y'],
  ['find', 'Ctrl+F'],
  ['shift', 'Alt+T'],
  ['save', 'Ctrl+S'],
  ['publish', 'Alt+P'],
  ['shortcuts', 'Alt+H'],
]

const commands = new Map(
  captionEditorShortcuts.flatMap(([command, ...keys]) => keys.map((key) => [key, command] as const)),
)

type Keys = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/** Returns the command for a key press, or undefined. */
export function findCaptionEditorCommand(event: Keys): CaptionEditorCommand | undefined {
  const isCtrl = event.ctrlKey || event.metaKey
  // On many keyboards, Ctrl and Alt together act as AltGr, which types characters.
  if (isCtrl === event.altKey) return undefined
  const modifiers = `${isCtrl ? 'Ctrl+' : 'Alt+'}${event.shiftKey ? 'Shift+' : ''}`
  return commands.get(modifiers + nameOfKey(event))
}

/**
 * On a Mac, Option together with a letter types another character, so the physical key determines the
 * command.
 */
function nameOfKey({ key, code }: Keys): string {
  if (key === ' ' || code === 'Space') return 'Space'
  if (/^[a-z]$/i.test(key)) return key.toUpperCase()
  return /^Key([A-Z])$/.exec(code)?.[1] ?? key
}
