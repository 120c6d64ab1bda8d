import { useState } from 'react'
import { classNames } from '../class-names.ts'
import { getAvatarInitial } from './avatar-initial.ts'

type AvatarProps = {
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
export function Avatar({ name, of, src, size = 40, className }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const box = { width: size, height: size, fontSize: size * 0.46 }
  return (
    <span
      className={classNames('avatar', className)}
      style={box}
      data-hue={getAvatarHue(of || name)}
      aria-hidden="true"
    >
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
        getAvatarInitial(name)
      )}
    </span>
  )
}

const avatarHues = ['music', 'shows', 'stories', 'movies', 'talent', 'challenges', 'live']

/** The same person always has the same colour. */
function getAvatarHue(name: string) {
  let sum = 0
  for (const letter of name.toLowerCase()) sum = (sum * 31 + letter.codePointAt(0)!) % 9973
  return avatarHues[sum % avatarHues.length]
}
