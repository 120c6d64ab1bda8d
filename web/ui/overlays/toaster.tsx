import { Check, TriangleAlert, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import {
  getToasts,
  dismissToast,
  getToastsServerSnapshot,
  toastDurations,
  subscribeToToasts,
  type Toast,
} from './toast-store.ts'
import { uiMessages } from '#web/messages/site/ui-components.ts'

/**
 * Shows the toasts at the bottom on phones, and at the top right on wide screens. Render one Toaster in the
 * layout. Each open dialog renders another Toaster, because content outside a modal dialog is neither
 * announced nor clickable. Inside a dialog, toasts are part of the layout, so they do not cover any buttons.
 * If there are several Toasters, only the topmost Toaster shows toasts and contains the landmark for screen
 * readers. The two live regions must exist before the first toast, because screen readers would otherwise
 * miss it.
 */
export function Toaster({ inDialog }: { inDialog?: boolean }) {
  const all = useSyncExternalStore(subscribeToToasts, getToasts, getToastsServerSnapshot)
  const isOnTop = useIsTopmostToaster()
  const toasts = isOnTop ? all : noVisibleToasts
  const container = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = container.current
    if (!inDialog && toasts.length && element && !element.matches(':popover-open')) element.showPopover?.()
  }, [toasts, inDialog])
  return (
    <section
      ref={container}
      className="toasts"
      popover={inDialog ? undefined : 'manual'}
      aria-label={isOnTop ? uiMessages.notices : undefined}
    >
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> allows phrasing content only */}
      <div role="status" className="toasts-kind">
        {toasts.map((toast) => toast.kind !== 'error' && <ToastItem key={toast.id} toast={toast} />)}
      </div>
      <div role="alert" className="toasts-kind">
        {toasts.map((toast) => toast.kind === 'error' && <ToastItem key={toast.id} toast={toast} />)}
      </div>
    </section>
  )
}

const toastIcons = {
  success: <Check size={19} />,
  error: <TriangleAlert size={19} />,
  prompt: <b>!</b>,
}

const noVisibleToasts: Toast[] = []
let openToasters: symbol[] = []
const listeners = new Set<() => void>()

/** Returns whether this Toaster was mounted last. */
function useIsTopmostToaster(): boolean {
  const [name] = useState(() => Symbol('toaster'))
  useLayoutEffect(() => {
    setOpenToasters([...openToasters, name])
    return () => setOpenToasters(openToasters.filter((other) => other !== name))
  }, [name])
  const read = () => openToasters.at(-1) === name
  return useSyncExternalStore(subscribeToOpenToasters, read, () => false)
}

function setOpenToasters(next: symbol[]) {
  openToasters = next
  for (const listener of listeners) listener()
}

function subscribeToOpenToasters(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A toast that disappears automatically, unless it is hovered or focused. */
function ToastItem({ toast }: { toast: Toast }) {
  const [isPaused, setIsPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => dismissToast(toast.id), toastDurations[toast.kind])
    return () => clearTimeout(timer)
  }, [isPaused, toast])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hovering over a toast only pauses its timer
    <div
      className="toast"
      data-kind={toast.kind}
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      <span className="toast-mark">{toastIcons[toast.kind]}</span>
      <div>
        <p className="toast-title">{toast.title}</p>
        {toast.text && <p className="toast-text">{toast.text}</p>}
        {toast.link && (
          <a href={toast.link.href} className="toast-link link">
            {toast.link.label}
          </a>
        )}
      </div>
      <IconButton bare label={uiMessages.dismiss} icon={<X />} onClick={() => dismissToast(toast.id)} />
    </div>
  )
}
