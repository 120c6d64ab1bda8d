import { useLayoutEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { getSettingsStorage } from '#web/browser-storage.ts'
import { pagePaths } from '#web/paths.ts'

const storageKey = 'mod-keys'

/**
 * True if single-key keyboard shortcuts are enabled. Single-key shortcuts are on by default, and users can
 * turn them off (WCAG 2.1.4).
 */
export function areShortcutsEnabled(): boolean {
  return getSettingsStorage()?.getItem(storageKey) !== 'off'
}

export function setShortcutsEnabled(isEnabled: boolean): void {
  getSettingsStorage()?.setItem(storageKey, isEnabled ? 'on' : 'off')
}

/** Handles single-key shortcuts, except while a text field has focus or a dialog is open. */
export function useSingleKeyShortcuts(handleKey: (key: string) => boolean): void {
  const latest = useRef(handleKey)
  // Use a layout effect, because it runs before the browser paints. Every shortcut then works as soon as it
  // appears on the page.
  useLayoutEffect(() => {
    latest.current = handleKey
  })
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !areShortcutsEnabled())
        return
      if ((event.target as Element).closest(textInputSelector) || document.querySelector('dialog[open]'))
        return
      if (latest.current(event.key)) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

const textInputSelector = 'textarea, select, input:not([type=radio], [type=checkbox]), [contenteditable]'

/** `j` and `k` move between cases. `c` claims the case that has focus. */
export function useCaseQueueShortcuts() {
  const list = useRef<HTMLUListElement>(null)
  useSingleKeyShortcuts((key) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('.mod-case-link') ?? [])]
    const at = links.findIndex((link) => link.closest('li')!.contains(document.activeElement))
    if (key === 'c') {
      links[at]?.closest('li')?.querySelector<HTMLElement>('[data-claim]')?.click()
      return at >= 0
    }
    if (key !== 'j' && key !== 'k') return false
    const next = key === 'j' ? at + 1 : Math.max(0, at - 1)
    links[Math.min(next, links.length - 1)]?.focus()
    return true
  })
  return list
}

/** Clicks the button that has the given `data-key` attribute. */
export function useButtonShortcut(key: string): void {
  useSingleKeyShortcuts((pressed) => {
    const button = pressed === key && document.querySelector<HTMLElement>(`[data-key="${key}"]`)
    if (button) button.click()
    return Boolean(button)
  })
}

/** `u` returns to the case queue; mail clients use the same shortcut. */
export function useBackShortcut(): void {
  const navigate = useNavigate()
  useSingleKeyShortcuts((key) => {
    if (key === 'u') void navigate(pagePaths.moderationQueue())
    return key === 'u'
  })
}
