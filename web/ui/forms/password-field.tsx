import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { FormField, type FormFieldProps } from './form-field.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { uiMessages } from '#web/messages/site/ui-components.ts'

/**
 * A password field with a button that makes the password visible. The value of `autoComplete` must be
 * current-password or new-password.
 */
export function PasswordField(
  props: FormFieldProps &
    Omit<ComponentProps<'input'>, 'type'> & { autoComplete: 'current-password' | 'new-password' },
) {
  const { label, hint, error, optional, id, className, ...input } = props
  const [isVisible, setIsVisible] = useState(false)
  return (
    <FormField label={label} hint={hint} error={error} optional={optional} id={id} className={className}>
      {(wiring) => (
        <div className="password">
          <input
            {...input}
            {...wiring}
            type={isVisible ? 'text' : 'password'}
            spellCheck={false}
            className="input"
          />
          <IconButton
            bare
            className="needs-js"
            label={uiMessages.showPassword}
            aria-pressed={isVisible}
            icon={isVisible ? <EyeOff /> : <Eye />}
            onClick={() => setIsVisible(!isVisible)}
          />
        </div>
      )}
    </FormField>
  )
}
