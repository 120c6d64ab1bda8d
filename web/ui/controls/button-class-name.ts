import { classNames } from '../class-names.ts'

export type ButtonStyle = {
  /** Use `primary` for the main action of a screen, and `ink` for a button on a coloured area. */
  variant?: 'primary' | 'quiet' | 'ghost' | 'danger' | 'ink'
  size?: 'small' | 'medium' | 'large'
  icon?: boolean
}

/**
 * Returns the classes that make another element look like a button: `<Link className={getButtonClassName({
 * variant: 'primary' })}>`.
 */
export function getButtonClassName(
  { variant = 'quiet', size = 'medium', icon }: ButtonStyle = {},
  more?: string,
): string {
  return classNames('btn', `btn-${variant}`, size !== 'medium' && `btn-${size}`, icon && 'btn-icon', more)
}
