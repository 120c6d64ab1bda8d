import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { FormField, type FormFieldProps } from './form-field.tsx'

/**
 * A native select element with custom styling. Native selects offer the best picker on every phone and work
 * without JavaScript.
 */
export function Select(props: FormFieldProps & ComponentProps<'select'>) {
  const { label, hint, error, optional, id, className, children, ...select } = props
  return (
    <FormField label={label} hint={hint} error={error} optional={optional} id={id} className={className}>
      {(wiring) => (
        <div className="select">
          <select {...select} {...wiring} className="input">
            {children}
          </select>
          <ChevronDown aria-hidden="true" />
        </div>
      )}
    </FormField>
  )
}
