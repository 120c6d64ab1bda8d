import { ages } from '#contract/limits.ts'
import { cx } from '#web/ui/cx.ts'
import { words } from '#web/words/signup.ts'

const modes = ['username', 'full_name'] as const

/** A choice for 18–19 only; the server holds everybody younger to the username. Without script it stands there with that hint. */
export function DisplayMode({ age, chosen = 'username' }: { age: string; chosen?: string }) {
  const adult = Number(age) >= ages.adult && Number(age) <= ages.max
  const young = Number(age) >= ages.min && Number(age) < ages.adult
  return (
    <>
      {young && <p className="text-15 text-quiet">{words.young}</p>}
      <fieldset className={cx('field', !adult && 'hidden noscript:flex')}>
        <legend className="field-label">{words.shown}</legend>
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
              {words.modes[value]}
            </label>
          ))}
        </div>
        <p className="field-hint">{words.modesHint}</p>
      </fieldset>
    </>
  )
}
