import { getShortcutCommand, type KeyboardFocusTarget } from './keyboard-shortcuts.ts'
import { performPlayerCommand } from './perform-command.ts'
import type { PlayerController } from '../player-controller.ts'

/**
 * Listens for keyboard shortcuts on the whole page. For example, the K key works while the viewer reads
 * comments.
 */
export function listenForShortcuts(player: PlayerController, box: HTMLElement) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !canReceiveKeys(box)) return
    const command = getShortcutCommand(event, getKeyboardFocusContext(event.target as Element, box))
    if (!command) return
    event.preventDefault()
    performPlayerCommand(player, command)
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}

/**
 * Returns whether the player may handle key presses. While a dialog is open, only a player inside the dialog
 * may handle key presses.
 */
function canReceiveKeys(box: HTMLElement) {
  return [...document.querySelectorAll('dialog[open]')].every((dialog) => dialog.contains(box))
}

export function getKeyboardFocusContext(target: Element, box: HTMLElement): KeyboardFocusTarget {
  const inPlayer = box.contains(target)
  if (target.closest(fields)) return { focus: 'field', inPlayer }
  if (target.closest(sliders)) return { focus: 'slider', inPlayer }
  return { focus: target.closest(buttons) ? 'button' : 'nothing', inPlayer }
}

const fields =
  'textarea, select, [contenteditable]:not([contenteditable=false]), input:not([type=range], [type=checkbox], [type=radio], [type=button], [type=submit])'
// Elements that use the arrow keys themselves. In menus and tabs, for example, the arrow keys move between
// the items.
const sliders = 'input[type=range], [role=slider], [role=menu], [role=tab]'
const buttons = 'a[href], button, input, summary'
