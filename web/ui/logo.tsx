import { classNames } from './class-names.ts'

/**
 * The site's bell icon and name. The bell rings when the pointer hovers over the logo. Place the logo inside
 * a link to the home page.
 */
export function Logo({
  name,
  markOnly,
  className,
}: {
  name: string
  markOnly?: boolean
  className?: string
}) {
  return (
    <span className={classNames('logo', className)}>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <g transform="rotate(-10 24 24)">
          <path
            fill="var(--bell)"
            d="M24 3a4 4 0 0 1 3.9 4.8C34 9.4 38 14.6 38 21v8.6l3.7 4.9c1.5 2 .1 4.5-2.3 4.5H8.6c-2.4 0-3.8-2.5-2.3-4.5L10 29.6V21c0-6.4 4-11.6 10.1-13.2A4 4 0 0 1 24 3Z"
          />
          <path
            fill="var(--on-hue)"
            d="M20 17.3c0-1.2 1.3-1.9 2.3-1.3l8.4 5.2c1 .6 1 2 0 2.6l-8.4 5.2c-1 .6-2.3-.1-2.3-1.3Z"
          />
          <path fill="var(--coral)" d="M17.5 41.5h13a6.5 4.5 0 0 1-13 0Z" />
        </g>
      </svg>
      <span className={markOnly ? 'sr-only' : undefined}>{name}</span>
    </span>
  )
}
