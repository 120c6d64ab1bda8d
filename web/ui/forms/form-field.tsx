import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { uiMessages } from '#web/messages/site/ui-components.ts'

/** The props that all form fields have in common. */
export type FormFieldProps = {
  label: ReactNode
  hint?: ReactNode
  /**
   * The validation error, written as a sentence. The error is linked to the field, and screen readers
   * announce it.
   */
  error?: ReactNode
  /**
   * Adds "(optional)" to the label of the field. Mark optional fields only in forms where most fields are
   * required.
   */
  optional?: boolean
}

type FieldAriaProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

type FormFieldWithControlProps = FormFieldProps & {
  id?: string
  className?: string
  /** Renders the control with the given ids and ARIA attributes. */
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
  const generatedId = useId()
  const own = id ?? generatedId
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
