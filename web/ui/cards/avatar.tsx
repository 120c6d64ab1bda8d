import { useState } from 'react'
import { classNames } from '../class-names.ts'
import { getAvatarInitial } from './avatar-initial.ts'

type AvatarProps = {
  /**
   * The name that is displayed next to the avatar. If there is no picture, the first letter of the name is
   * shown.
   */
  name: string
  /** The username that determines the avatar's colour, if it differs from the displayed name. */
  of?: string | null
  src?: string | null
  /** The width and height of the avatar, in pixels. */
  size?: number
  className?: string
}

/** An avatar next to a name is decorative, so it is hidden from screen readers. */
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
          // Load avatars with low priority, so they do not delay the page's main content.
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

/** Chooses the avatar's colour for a name. The same name always gets the same colour. */
function getAvatarHue(name: string) {
  let sum = 0
  for (const character of name.toLowerCase()) sum = (sum * 31 + character.codePointAt(0)!) % 9973
  return avatarHues[sum % avatarHues.length]
}
