import { commandFor, type KeyPlace } from './keys.ts'
import { perform } from './perform.ts'
import type { Player } from './player.ts'

/** Hears keys on the whole page, so that K works while one reads the comments. */
export function listenToKeys(player: Player, box: HTMLElement) {
  const hear = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !mayHear(box)) return
    const command = commandFor(event, placeOf(event.target as Element, box))
    if (!command) return
    event.preventDefault()
    perform(player, command)
  }
  document.addEventListener('keydown', hear)
  return () => document.removeEventListener('keydown', hear)
}

/** A dialog on top takes the keys, unless the player is in it. */
function mayHear(box: HTMLElement) {
  return [...document.querySelectorAll('dialog[open]')].every((dialog) => dialog.contains(box))
}

export function placeOf(target: Element, box: HTMLElement): KeyPlace {
  const inPlayer = box.contains(target)
  if (target.closest(fields)) return { focus: 'field', inPlayer }
  if (target.closest(sliders)) return { focus: 'slider', inPlayer }
  return { focus: target.closest(buttons) ? 'button' : 'nothing', inPlayer }
}

const fields =
  'textarea, select, [contenteditable]:not([contenteditable=false]), input:not([type=range], [type=checkbox], [type=radio], [type=button], [type=submit])'
// A menu moves by arrows too.
const sliders = 'input[type=range], [role=slider], [role=menu], [role=tab]'
const buttons = 'a[href], button, input, summary'
