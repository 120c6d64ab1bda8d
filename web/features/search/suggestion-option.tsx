import { Captions, History, Shapes } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { HighlightRanges } from '#contract/discovery/search.ts'
import { Avatar } from '#web/ui/cards/avatar.tsx'
import { CategoryIcon } from '#web/ui/cards/category-icon.tsx'
import { getCategoryHue } from '#web/ui/cards/category-hue.ts'
import { HighlightedText } from '#web/ui/formatting/highlighted-text.tsx'

export interface SuggestionListItem {
  key: string
  kind: 'recent' | 'creator' | 'genre' | 'video' | 'spoken'
  text: string
  marks: HighlightRanges
  /** The language of the suggested text, if it differs from the language of the page. */
  language?: string
  /** Additional text that is shown next to the suggestion. */
  note?: string
  avatar?: string | null
  /** The content type of the suggested video. */
  type?: string
  to: string
}

interface Props {
  id: string
  choice: SuggestionListItem
  active: boolean
  onChoose: () => void
}

export function SuggestionOption({ id, choice, active, onChoose }: Props) {
  const own = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) own.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus, jsx-a11y/prefer-tag-over-role -- the input handles the keys
    <div ref={own} id={id} role="option" aria-selected={active} className="search-option" onClick={onChoose}>
      <SuggestionIcon choice={choice} />
      <span className="truncate" lang={choice.language} dir="auto">
        <HighlightedText text={choice.text} marks={choice.marks} />
      </span>
      {choice.note && (
        <span className="search-note" dir="auto">
          {choice.note}
        </span>
      )}
    </div>
  )
}

function SuggestionIcon({ choice: { kind, text, avatar, type } }: { choice: SuggestionListItem }) {
  if (kind === 'creator') return <Avatar name={text} src={avatar} size={30} />
  return (
    <span className="search-mark" data-hue={type && getCategoryHue(type)}>
      {kind === 'recent' && <History size={18} aria-hidden="true" />}
      {kind === 'spoken' && <Captions size={18} aria-hidden="true" />}
      {kind === 'genre' && <Shapes size={18} aria-hidden="true" />}
      {kind === 'video' && <CategoryIcon category={getCategoryHue(type ?? '')} size={18} />}
    </span>
  )
}
