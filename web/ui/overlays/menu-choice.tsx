import { Check } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'

/**
 * A group of choices in a menu, with a small heading. If `grid` is set, the choices are placed side by side,
 * which suits short labels.
 */
export function MenuChoiceGroup({
  label,
  grid,
  children,
}: {
  label: string
  grid?: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is not allowed in a menu
    <div role="group" aria-labelledby={id} className="menu-group">
      <p id={id} className="menu-head">
        {label}
      </p>
      <div className={grid ? 'menu-grid' : undefined}>{children}</div>
    </div>
  )
}

/** With `type="submit"`, the choice submits its form in browsers without JavaScript. */
type MenuChoiceProps = Pick<ComponentProps<'button'>, 'type' | 'form' | 'name' | 'value'> & {
  checked: boolean
  onSelect: () => void
  /** True if the choice is an independent switch, not one of several options. */
  box?: boolean
  children: ReactNode
}

/** One of the choices in a menu. The menu remains open after a choice, so the user can see the change. */
export function MenuChoice({ checked, onSelect, box, children, type = 'button', ...rest }: MenuChoiceProps) {
  return (
    <button
      {...rest}
      type={type}
      role={box ? 'menuitemcheckbox' : 'menuitemradio'}
      aria-checked={checked}
      className="menu-item menu-choice"
      onClick={(event) => {
        event.preventDefault()
        onSelect()
      }}
    >
      <Check aria-hidden="true" />
      <span className="flex-1">{children}</span>
    </button>
  )
}
