import { useState } from 'react'
import { cx } from './cx.ts'
import { initialOf } from './initial.ts'

type Props = {
  /** Its first letter stands in for a missing picture; '' gives U. */
  name: string
  /** Whose colour it is, where the name shown is not the username. */
  of?: string | null
  src?: string | null
  /** Pixels. */
  size?: number
  className?: string
}

/** Decoration beside a name, so silent to a screen reader. */
export function Avatar({ name, of, src, size = 40, className }: Props) {
  const [broken, setBroken] = useState<string>()
  const box = { width: size, height: size, fontSize: size * 0.46 }
  return (
    <span className={cx('avatar', className)} style={box} data-hue={hueOf(of || name)} aria-hidden="true">
      {src && broken !== src ? (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          // Never before what the page is about.
          fetchPriority="low"
          decoding="async"
          onError={() => setBroken(src)}
        />
      ) : (
        initialOf(name)
      )}
    </span>
  )
}

const hues = ['music', 'shows', 'stories', 'movies', 'talent', 'challenges', 'live']

/** The same person always has the same colour. */
function hueOf(name: string) {
  let sum = 0
  for (const letter of name.toLowerCase()) sum = (sum * 31 + letter.codePointAt(0)!) % 9973
  return hues[sum % hues.length]
}
