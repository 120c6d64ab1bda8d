import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { FieldFrame, type FrameProps } from './field-frame.tsx'
import { IconButton } from './icon-button.tsx'
import { words } from '#web/words/ui.ts'

/** A password that can be looked at. `autoComplete` must say which: current-password or new-password. */
export function PasswordField(
  props: FrameProps &
    Omit<ComponentProps<'input'>, 'type'> & { autoComplete: 'current-password' | 'new-password' },
) {
  const { label, hint, error, optional, id, className, ...input } = props
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame label={label} hint={hint} error={error} optional={optional} id={id} className={className}>
      {(wiring) => (
        <div className="password">
          <input
            {...input}
            {...wiring}
            type={shown ? 'text' : 'password'}
            spellCheck={false}
            className="input"
          />
          <IconButton
            bare
            className="needs-js"
            label={words.showPassword}
            aria-pressed={shown}
            icon={shown ? <EyeOff /> : <Eye />}
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </FieldFrame>
  )
}
