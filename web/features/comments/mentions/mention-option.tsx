import { useEffect, useRef } from 'react'
import { Avatar } from '#web/ui/cards/avatar.tsx'
import type { SuggestedPerson } from './use-mention-suggestions.ts'

interface Props {
  id: string
  person: SuggestedPerson
  active: boolean
  onChoose: () => void
}

/** A person in the list of suggested mentions. */
export function MentionOption({ id, person: { username, avatar_url }, active, onChoose }: Props) {
  const own = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) own.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus, jsx-a11y/prefer-tag-over-role -- the text box handles the keys
    <div ref={own} id={id} role="option" aria-selected={active} className="mention-option" onClick={onChoose}>
      <Avatar name={username} src={avatar_url} size={30} />
      <span className="truncate" dir="auto">
        @{username}
      </span>
    </div>
  )
}
