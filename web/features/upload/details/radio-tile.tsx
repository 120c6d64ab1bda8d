import type { ReactElement } from 'react'
import { classNames } from '#web/ui/class-names.ts'

interface RadioTileProps {
  name: string
  value: string
  icon: ReactElement
  label: string
  hint: string
  checked: boolean
  disabled: boolean
  onChange: () => void
}

/** A radio button that looks like a tile with an icon, a label and an explanation. */
export function RadioCard({ icon, label, hint, disabled, ...radio }: RadioTileProps) {
  return (
    <label className={classNames(radioTileClass, disabled && 'opacity-60')}>
      <input type="radio" disabled={disabled} className="sr-only" {...radio} />
      <span className="text-hue-ink [&>svg]:size-5" aria-hidden="true">
        {icon}
      </span>
      <span className="flex flex-col leading-tight">
        <span className="text-15 font-bold">{label}</span>
        <span className="text-13 text-quiet">{hint}</span>
      </span>
    </label>
  )
}

const radioTileClass = classNames(
  'flex cursor-pointer items-center gap-3 rounded-card border-2 border-edge bg-raised p-3 sm:flex-col sm:items-start',
  'hover:border-quiet has-checked:border-hue-ink has-checked:bg-lifted has-disabled:cursor-not-allowed',
  'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
)
