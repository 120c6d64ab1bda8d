import { useState } from 'react'
import { classNames } from '../class-names.ts'
import { getAvatarInitial } from './avatar-initial.ts'

type AvatarProps = {
  /** The displayed name. The first letter of the name replaces a missing picture. */
  name: string
  /** The username that determines the colour, if it differs from the displayed name. */
  of?: string | null
  src?: string | null
  /** The width and height in pixels. */
  size?: number
  className?: string
}

/** An avatar is decorative next to a name, so it is hidden from screen readers. */
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
          // Avatars must not load before the page's main content.
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

/** Picks a colour for a name. The same name always gets the same colour. */
function getAvatarHue(name: string) {
  let sum = 0
  for (const character of name.toLowerCase()) sum = (sum * 31 + character.codePointAt(0)!) % 9973
  return avatarHues[sum % avatarHues.length]
}
