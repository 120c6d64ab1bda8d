import { type ComponentProps, useEffect } from 'react'
import type { Suggestion } from '#contract/search.ts'
import { paths } from '#web/paths.ts'
import { words } from '#web/words/search-box.ts'
import { type Choice, Option } from './option.tsx'
import { recentSearches } from './recent.ts'
import { useComboboxKeys } from './use-combobox-keys.ts'
import { useSuggested } from './use-suggested.ts'

export interface SuggestionsProps {
  id: string
  input: HTMLInputElement
  text: string
  /** What the input must carry to be a combobox (ARIA APG: list autocomplete with manual selection). */
  onCombobox: (attributes: ComponentProps<'input'>) => void
  onChoose: (to: string) => void
}

/** The list under the box: what was searched of late while it is empty, else what may be meant. */
export function Suggestions({ id, input, text, onCombobox, onChoose }: SuggestionsProps) {
  const suggested = useSuggested(text)
  const choices = text.trim() ? (suggested?.items ?? []).map(choiceOf) : recentSearches().map(recentChoice)
  const { open, active, close } = useComboboxKeys(input, choices, onChoose)
  const shown = open && choices.length > 0

  const activeId = shown && active >= 0 ? `${id}-${active}` : undefined
  useEffect(() => {
    onCombobox({
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': shown,
      'aria-controls': id,
      'aria-activedescendant': activeId,
    })
  }, [onCombobox, id, shown, activeId])

  return (
    <>
      {/* The mouse must not take the focus out of the box. */}
      <div
        id={id}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the focus stays in the box (aria-activedescendant)
        role="listbox"
        tabIndex={-1}
        aria-label={words.suggestions}
        className="search-list"
        hidden={!shown}
        onMouseDown={(event) => event.preventDefault()}
      >
        {choices.map((choice, at) => (
          <Option
            key={choice.key}
            id={`${id}-${at}`}
            choice={choice}
            active={at === active}
            onChoose={() => {
              close()
              onChoose(choice.to)
            }}
          />
        ))}
      </div>
      <output className="sr-only">
        {open && suggested && text.trim() ? words.count(choices.length) : ''}
      </output>
    </>
  )
}

function recentChoice(q: string): Choice {
  return { key: `recent ${q}`, kind: 'recent', text: q, marks: [], to: paths.search(q) }
}

function choiceOf(suggestion: Suggestion): Choice {
  const { kind, text, marks } = suggestion
  switch (kind) {
    case 'creator':
      return {
        key: `creator ${suggestion.username}`,
        kind,
        text,
        marks,
        note: `@${suggestion.username}`,
        avatar: suggestion.avatar_url,
        to: paths.creator(suggestion.username),
      }
    case 'genre':
      return { key: text, kind, text, marks, note: words.genre, to: paths.genre(suggestion.genre) }
    case 'video':
      return {
        key: suggestion.id,
        kind,
        text,
        marks,
        note: words.by(suggestion.by),
        type: suggestion.content_type,
        to: paths.watch(suggestion.id),
      }
  }
}
