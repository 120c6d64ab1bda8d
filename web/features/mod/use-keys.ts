import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { settings } from '#web/keep.ts'
import { paths } from '#web/paths.ts'

const kept = 'mod-keys'

/** Single keys can be switched off (WCAG 2.1.4); who has not said so has them. */
export function keysAreOn(): boolean {
  return settings()?.getItem(kept) !== 'off'
}

export function switchKeys(on: boolean): void {
  settings()?.setItem(kept, on ? 'on' : 'off')
}

/** Hears single keys where nobody types and no dialog is open. */
export function useKey(hear: (key: string) => boolean): void {
  const latest = useRef(hear)
  useEffect(() => {
    latest.current = hear
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !keysAreOn()) return
      if ((event.target as Element).closest(typing) || document.querySelector('dialog[open]')) return
      if (latest.current(event.key)) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

const typing = 'textarea, select, input:not([type=radio], [type=checkbox]), [contenteditable]'

/** `j` and `k` move from case to case, `c` claims the one that has focus. */
export function useQueueKeys() {
  const list = useRef<HTMLUListElement>(null)
  useKey((key) => {
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

/** Presses the button that `data-key` names: the same as a click on it. */
export function useButtonKey(key: string): void {
  useKey((pressed) => {
    const button = pressed === key && document.querySelector<HTMLElement>(`[data-key="${key}"]`)
    if (button) button.click()
    return Boolean(button)
  })
}

/** `u` goes back to the queue, as everywhere where mail is read. */
export function useBackKey(): void {
  const navigate = useNavigate()
  useKey((key) => {
    if (key === 'u') void navigate(paths.mod())
    return key === 'u'
  })
}
