import { Check, TriangleAlert, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { IconButton } from './icon-button.tsx'
import { current, dismiss, onServer, stay, subscribe, type Toast } from './notify.ts'
import { words } from '#web/words/ui.ts'

/**
 * Where toasts appear: below on phones, top right on wide screens. Put it once, in the shell; every open dialog brings another,
 * because what stands outside a modal dialog is neither spoken nor pressed. In a dialog they take room of their own and cover none of its buttons. Only the one on top shows them, and is the landmark
 * of that name. The two live regions exist before any toast does, or screen readers would miss the first one.
 */
export function Toaster({ inDialog }: { inDialog?: boolean }) {
  const all = useSyncExternalStore(subscribe, current, onServer)
  const isOnTop = useOnTop()
  const toasts = isOnTop ? all : none
  const shelf = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = shelf.current
    if (!inDialog && toasts.length && element && !element.matches(':popover-open')) element.showPopover?.()
  }, [toasts, inDialog])
  return (
    <section
      ref={shelf}
      className="toasts"
      popover={inDialog ? undefined : 'manual'}
      aria-label={isOnTop ? words.notices : undefined}
    >
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> may only hold phrases */}
      <div role="status" className="toasts-kind">
        {toasts.map((toast) => toast.kind !== 'bad' && <Piece key={toast.id} toast={toast} />)}
      </div>
      <div role="alert" className="toasts-kind">
        {toasts.map((toast) => toast.kind === 'bad' && <Piece key={toast.id} toast={toast} />)}
      </div>
    </section>
  )
}

const marks = {
  good: <Check size={19} />,
  bad: <TriangleAlert size={19} />,
  ask: <b>!</b>,
}

const none: Toast[] = []
let shelves: symbol[] = []
const listeners = new Set<() => void>()

/** Whether this is the last toaster that came. */
function useOnTop(): boolean {
  const [name] = useState(() => Symbol('toaster'))
  useLayoutEffect(() => {
    stack([...shelves, name])
    return () => stack(shelves.filter((other) => other !== name))
  }, [name])
  const read = () => shelves.at(-1) === name
  return useSyncExternalStore(listen, read, () => false)
}

function stack(next: symbol[]) {
  shelves = next
  for (const heard of listeners) heard()
}

function listen(heard: () => void) {
  listeners.add(heard)
  return () => listeners.delete(heard)
}

/** Leaves by itself, but not while someone points at it or has focus in it. */
function Piece({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismiss(toast.id), stay[toast.kind])
    return () => clearTimeout(timer)
  }, [held, toast])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- being pointed at only holds the clock
    <div
      className="toast"
      data-kind={toast.kind}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className="toast-mark">{marks[toast.kind]}</span>
      <div>
        <p className="toast-title">{toast.title}</p>
        {toast.text && <p className="toast-text">{toast.text}</p>}
        {toast.link && (
          <a href={toast.link.href} className="toast-link link">
            {toast.link.label}
          </a>
        )}
      </div>
      <IconButton bare label={words.dismiss} icon={<X />} onClick={() => dismiss(toast.id)} />
    </div>
  )
}
