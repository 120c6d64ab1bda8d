import { classNames } from '../class-names.ts'

export type ButtonStyle = {
  /** primary: the one call to action on a screen. ink: for buttons on a flat hue. */
  variant?: 'primary' | 'quiet' | 'ghost' | 'danger' | 'ink'
  size?: 'small' | 'medium' | 'large'
  icon?: boolean
}

/** Styles another element as a button: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export function buttonClass(
  { variant = 'quiet', size = 'medium', icon }: ButtonStyle = {},
  more?: string,
): string {
  return classNames('btn', `btn-${variant}`, size !== 'medium' && `btn-${size}`, icon && 'btn-icon', more)
}
