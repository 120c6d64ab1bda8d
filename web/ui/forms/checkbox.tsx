import { type ComponentProps, useId } from 'react'
import { classNames } from '../class-names.ts'
import { FieldErrorMessage, type FormFieldProps, getFieldAriaProps } from './form-field.tsx'

type CheckboxProps = Omit<FormFieldProps, 'optional'> & Omit<ComponentProps<'input'>, 'type'>

export function Checkbox({ label, hint, error, id, className, ...input }: CheckboxProps) {
  const generatedId = useId()
  const own = id ?? generatedId
  return (
    <div className={classNames('field gap-0', className)}>
      <label className="check" htmlFor={own}>
        <input type="checkbox" {...input} {...getFieldAriaProps(own, hint, error)} />
        <span>
          {label}
          {hint && (
            <span id={`${own}-hint`} className="field-hint block">
              {hint}
            </span>
          )}
        </span>
      </label>
      {error && <FieldErrorMessage id={`${own}-error`}>{error}</FieldErrorMessage>}
    </div>
  )
}
