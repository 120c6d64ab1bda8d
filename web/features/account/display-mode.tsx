import { ages } from '#contract/limits.ts'
import { cx } from '#web/ui/cx.ts'

const modes = [
  { value: 'username', label: 'Just my @handle' },
  { value: 'full_name', label: 'My real name' },
] as const

/** A choice for 18–19 only; the server holds everybody younger to the username. Without script it stands there with that hint. */
export function DisplayMode({ age, chosen = 'username' }: { age: string; chosen?: string }) {
  const adult = Number(age) >= ages.adult && Number(age) <= ages.max
  const young = Number(age) >= ages.min && Number(age) < ages.adult
  return (
    <>
      {young && (
        <p className="text-15 text-quiet">
          You are shown by your username only. Nobody but you sees your full name or your age.
        </p>
      )}
      <fieldset className={cx('field', !adult && 'hidden noscript:flex')}>
        <legend className="field-label">What do others see?</legend>
        <div className="flex flex-wrap gap-x-6">
          {modes.map(({ value, label }) => (
            <label key={value} className="flex min-h-[44px] cursor-pointer items-center gap-3">
              <input
                type="radio"
                name="display_name_mode"
                value={value}
                defaultChecked={chosen === value}
                className="size-6 accent-(--focus)"
              />
              {label}
            </label>
          ))}
        </div>
        <p className="field-hint">For 18–19. Under 18 it is always the handle.</p>
      </fieldset>
    </>
  )
}
