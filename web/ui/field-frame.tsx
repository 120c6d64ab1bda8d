import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { words } from '#web/words/ui.ts'

/** What every field has around it. */
export type FrameProps = {
  label: ReactNode
  hint?: ReactNode
  /** What is wrong with the value, in a sentence; wired to the field and said to a screen reader. */
  error?: ReactNode
  /** Marks the label "(optional)"; mark the few, not the many. */
  optional?: boolean
}

type Wiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

type Props = FrameProps & {
  id?: string
  className?: string
  /** Draws the control with the ids it must carry. */
  children: (wiring: Wiring) => ReactNode
}

export function FieldFrame({ label, hint, error, optional, id, className, children }: Props) {
  const made = useId()
  const own = id ?? made
  return (
    <div className={cx('field', className)}>
      <label htmlFor={own} className="field-label">
        {label} {optional && <span className="field-optional">{words.optional}</span>}
      </label>
      {children(wire(own, hint, error))}
      {error && <FieldError id={`${own}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${own}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  )
}

export function wire(id: string, hint: ReactNode, error: ReactNode): Wiring {
  return {
    id,
    'aria-describedby': cx(error ? `${id}-error` : '', hint ? `${id}-hint` : '') || undefined,
    'aria-invalid': error ? true : undefined,
  }
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="field-error" role="alert">
      <CircleAlert aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
