import { useState } from 'react'
import { classNames } from '../class-names.ts'
import { getAvatarInitial } from './avatar-initial.ts'

type AvatarProps = {
  /** Its first letter replaces a missing picture; '' gives U. */
  name: string
  /** The username that determines the colour, if the displayed name is another. */
  of?: string | null
  src?: string | null
  /** Pixels. */
  size?: number
  className?: string
}

/** Decorative next to a name, so hidden from screen readers. */
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
          // Never ahead of the page's main content.
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

/** The same name always gets the same colour. */
function getAvatarHue(name: string) {
  let sum = 0
  for (const character of name.toLowerCase()) sum = (sum * 31 + character.codePointAt(0)!) % 9973
  return avatarHues[sum % avatarHues.length]
}
