import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { uiMessages } from '#web/messages/site/ui-components.ts'

/** What every field has around it. */
export type FormFieldProps = {
  label: ReactNode
  hint?: ReactNode
  /** What is wrong with the value, in a sentence; wired to the field and said to a screen reader. */
  error?: ReactNode
  /** Marks the label "(optional)"; mark the few, not the many. */
  optional?: boolean
}

type FieldAriaProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

type FormFieldWithControlProps = FormFieldProps & {
  id?: string
  className?: string
  /** Draws the control with the ids it must carry. */
  children: (wiring: FieldAriaProps) => ReactNode
}

export function FormField({
  label,
  hint,
  error,
  optional,
  id,
  className,
  children,
}: FormFieldWithControlProps) {
  const made = useId()
  const own = id ?? made
  return (
    <div className={classNames('field', className)}>
      <label htmlFor={own} className="field-label">
        {label} {optional && <span className="field-optional">{uiMessages.optional}</span>}
      </label>
      {children(getFieldAriaProps(own, hint, error))}
      {error && <FieldError id={`${own}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${own}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  )
}

export function getFieldAriaProps(id: string, hint: ReactNode, error: ReactNode): FieldAriaProps {
  return {
    id,
    'aria-describedby': classNames(error ? `${id}-error` : '', hint ? `${id}-hint` : '') || undefined,
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
