import type { ComponentProps } from 'react'
import { FieldFrame, type FrameProps } from './field-frame.tsx'

/** A labelled line of text; takes every attribute of `<input>`. */
export function Field({
  label,
  hint,
  error,
  optional,
  id,
  className,
  ...input
}: FrameProps & ComponentProps<'input'>) {
  return (
    <FieldFrame label={label} hint={hint} error={error} optional={optional} id={id} className={className}>
      {(wiring) => <input {...input} {...wiring} className="input" />}
    </FieldFrame>
  )
}

/** Several lines; grows with its text where the browser can. */
export function TextArea(props: FrameProps & ComponentProps<'textarea'>) {
  const { label, hint, error, optional, id, className, ...area } = props
  return (
    <FieldFrame label={label} hint={hint} error={error} optional={optional} id={id} className={className}>
      {(wiring) => <textarea {...area} {...wiring} className="input" />}
    </FieldFrame>
  )
}
