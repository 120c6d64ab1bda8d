import type { ComponentProps } from 'react'
import { FormField, type FormFieldProps } from './form-field.tsx'

/** A labelled single-line text field that accepts every attribute of `<input>`. */
export function TextField({
  label,
  hint,
  error,
  optional,
  id,
  className,
  ...input
}: FormFieldProps & ComponentProps<'input'>) {
  return (
    <FormField label={label} hint={hint} error={error} optional={optional} id={id} className={className}>
      {(wiring) => <input {...input} {...wiring} className="input" />}
    </FormField>
  )
}

/** A multi-line text field. In browsers that support `field-sizing`, the field grows with its text. */
export function TextAreaField(props: FormFieldProps & ComponentProps<'textarea'>) {
  const { label, hint, error, optional, id, className, ...area } = props
  return (
    <FormField label={label} hint={hint} error={error} optional={optional} id={id} className={className}>
      {(wiring) => <textarea {...area} {...wiring} className="input" />}
    </FormField>
  )
}
