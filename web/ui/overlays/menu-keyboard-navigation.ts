import type { KeyboardEvent } from 'react'

/**
 * Moves the focus between menu items with the arrow keys, Home and End, and to the next item that starts with
 * a typed letter. The Tab key closes the menu.
 */
export function handleMenuKeyDown(event: KeyboardEvent<HTMLElement>) {
  const menu = event.currentTarget
  if (event.key === 'Tab') return menu.hidePopover()
  const items = [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
  const next =
    items[
      getNextMenuIndex(event.key, items.indexOf(document.activeElement as HTMLElement), getItemLabels(items))
    ]
  if (!next) return
  event.preventDefault()
  next.focus()
}

const getItemLabels = (items: HTMLElement[]) => items.map((item) => item.textContent.trim().toLowerCase())

/** Returns the index of the menu item to which a key moves the focus, or -1 for other keys. */
export function getNextMenuIndex(key: string, at: number, names: string[]): number {
  const count = names.length
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key.length !== 1 || key === ' ') return -1
  const from = names.findIndex((name, index) => index > at && name.startsWith(key.toLowerCase()))
  return from >= 0 ? from : names.findIndex((name) => name.startsWith(key.toLowerCase()))
}
