import { History, Shapes } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Marks } from '#contract/search.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { CategoryIcon } from '#web/ui/category-icon.tsx'
import { categoryOf } from '#web/ui/hue.ts'
import { Marked } from '#web/ui/marked.tsx'

export interface Choice {
  key: string
  kind: 'recent' | 'creator' | 'genre' | 'video'
  text: string
  marks: Marks
  /** The quiet second half. */
  note?: string
  avatar?: string | null
  /** Content type. */
  type?: string
  to: string
}

interface Props {
  id: string
  choice: Choice
  active: boolean
  onChoose: () => void
}

export function Option({ id, choice, active, onChoose }: Props) {
  const own = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) own.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus, jsx-a11y/prefer-tag-over-role -- its keys are those of the box
    <div ref={own} id={id} role="option" aria-selected={active} className="search-option" onClick={onChoose}>
      <Mark choice={choice} />
      <span className="truncate">
        <Marked text={choice.text} marks={choice.marks} />
      </span>
      {choice.note && <span className="search-note">{choice.note}</span>}
    </div>
  )
}

function Mark({ choice: { kind, text, avatar, type } }: { choice: Choice }) {
  if (kind === 'creator') return <Avatar name={text} src={avatar} size={30} />
  return (
    <span className="search-mark" data-hue={type && categoryOf(type)}>
      {kind === 'recent' && <History size={18} aria-hidden="true" />}
      {kind === 'genre' && <Shapes size={18} aria-hidden="true" />}
      {kind === 'video' && <CategoryIcon category={categoryOf(type ?? '')} size={18} />}
    </span>
  )
}
