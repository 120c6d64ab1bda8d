import { type ComponentProps, useId } from 'react'
import { cx } from './cx.ts'
import { FieldError, type FrameProps, wire } from './field-frame.tsx'

type Props = Omit<FrameProps, 'optional'> & Omit<ComponentProps<'input'>, 'type'>

export function Checkbox({ label, hint, error, id, className, ...input }: Props) {
  const made = useId()
  const own = id ?? made
  return (
    <div className={cx('field gap-0', className)}>
      <label className="check" htmlFor={own}>
        <input type="checkbox" {...input} {...wire(own, hint, error)} />
        <span>
          {label}
          {hint && (
            <span id={`${own}-hint`} className="field-hint block">
              {hint}
            </span>
          )}
        </span>
      </label>
      {error && <FieldError id={`${own}-error`}>{error}</FieldError>}
    </div>
  )
}
