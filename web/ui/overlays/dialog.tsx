import { X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { Toaster } from './toaster.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { uiMessages } from '#web/messages/site/ui-components.ts'

export type DialogProps = {
  open: boolean
  /**
   * Called when the user closes the dialog with Escape, with the close button, or by clicking the backdrop.
   */
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** The buttons at the bottom of the dialog. */
  footer?: ReactNode
  size?: 'small' | 'medium' | 'wide'
  role?: 'dialog' | 'alertdialog'
  describedBy?: string
  className?: string
}

/**
 * A modal dialog that uses the native dialog element. The browser traps and restores focus, and makes the
 * rest of the page inert.
 */
export function Dialog({
  open,
  onClose,
  title,
  children,
  footer,
  size,
  role,
  describedBy,
  className,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Close the dialog in the cleanup of a layout effect. This cleanup runs while the dialog is still in the
  // document. Closing a dialog that has been removed from the document would not restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    dialog.showModal()
    return () => dialog.close()
  }, [open])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape is the keyboard equivalent
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      data-size={size}
      className={classNames('dialog', className)}
      onClick={(event) => isBackdrop(event) && onClose()}
      onCancel={(event) => {
        // Ignore the cancel event of a file field inside the dialog, because that event bubbles.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      // If the user presses Escape twice, Chromium closes the dialog without a cancel event, so update the
      // state here.
      onClose={() => open && !ref.current?.open && onClose()}
    >
      {open && <Toaster inDialog />}
      {open && (
        <div className="dialog-body">
          <div className="dialog-head">
            <h2 id={titleId}>{title}</h2>
            {role !== 'alertdialog' && (
              <IconButton bare label={uiMessages.close} icon={<X />} onClick={onClose} />
            )}
          </div>
          {children}
          {footer && <div className="dialog-foot">{footer}</div>}
        </div>
      )}
    </dialog>
  )
}

/**
 * Returns true if the user has clicked the backdrop. The content fills the dialog, so the target of a click
 * is the dialog itself only if the click hit the backdrop.
 */
function isBackdrop(event: MouseEvent<HTMLDialogElement>) {
  return event.target === event.currentTarget && event.currentTarget.role !== 'alertdialog'
}
