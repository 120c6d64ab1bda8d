import { ageLimits } from '#contract/limits.ts'
import { classNames } from '#web/ui/class-names.ts'
import { signUpMessages } from '#web/messages/account/sign-up.ts'

const modes = ['username', 'full_name'] as const

/**
 * Lets users aged 18–19 choose which of their names others see. For users under 18, the server always uses
 * the username as the display name. Without JavaScript, the field is visible to users of every age and
 * mentions the age limit.
 */
export function DisplayNameModeField({ age, chosen = 'username' }: { age: string; chosen?: string }) {
  const adult = Number(age) >= ageLimits.adult && Number(age) <= ageLimits.max
  const isMinor = Number(age) >= ageLimits.min && Number(age) < ageLimits.adult
  return (
    <>
      {isMinor && <p className="text-15 text-quiet">{signUpMessages.young}</p>}
      <fieldset className={classNames('field', !adult && 'hidden noscript:flex')}>
        <legend className="field-label">{signUpMessages.shown}</legend>
        <div className="flex flex-wrap gap-x-6">
          {modes.map((value) => (
            <label key={value} className="flex min-h-[44px] cursor-pointer items-center gap-3">
              <input
                type="radio"
                name="display_name_mode"
                value={value}
                defaultChecked={chosen === value}
                className="size-6 accent-(--focus)"
              />
              {signUpMessages.modes[value]}
            </label>
          ))}
        </div>
        <p className="field-hint">{signUpMessages.modesHint}</p>
      </fieldset>
    </>
  )
}
