import { type ComponentProps, useEffect } from 'react'
import type { SearchSuggestion } from '#contract/discovery/search.ts'
import { pagePaths } from '#web/paths.ts'
import { searchBoxMessages } from '#web/messages/search/search-box.ts'
import { formatDuration } from '#web/ui/formatting/format-duration.ts'
import { type SuggestionListItem, SuggestionOption } from './suggestion-option.tsx'
import { getRecentSearches } from './recent-searches.ts'
import { useComboboxKeys } from './use-combobox-keys.ts'
import { useSearchSuggestions } from './use-search-suggestions.ts'

export interface SuggestionListProps {
  id: string
  input: HTMLInputElement
  text: string
  /**
   * Called with the attributes that make the input element a combobox (ARIA APG: list autocomplete with
   * manual selection).
   */
  onComboboxAttributes: (attributes: ComponentProps<'input'>) => void
  onChoose: (to: string) => void
}

/**
 * The list that opens below the search box. If the search box is empty, the list shows recent searches.
 * If the search box contains text, the list shows suggestions.
 */
export function SuggestionList({ id, input, text, onComboboxAttributes, onChoose }: SuggestionListProps) {
  const suggested = useSearchSuggestions(text)
  const choices = text.trim()
    ? (suggested?.items ?? []).map(toSuggestionChoice)
    : getRecentSearches().map(toRecentSearchChoice)
  const { open, active, close } = useComboboxKeys(input, choices, onChoose)
  const isVisible = open && choices.length > 0

  const activeId = isVisible && active >= 0 ? `${id}-${active}` : undefined
  useEffect(() => {
    onComboboxAttributes({
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isVisible,
      'aria-controls': id,
      'aria-activedescendant': activeId,
    })
  }, [onComboboxAttributes, id, isVisible, activeId])

  return (
    <>
      {/* Clicking a suggestion must not take focus away from the search box. */}
      <div
        id={id}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- focus stays in the input (aria-activedescendant)
        role="listbox"
        tabIndex={-1}
        aria-label={searchBoxMessages.suggestions}
        className="search-list"
        hidden={!isVisible}
        onMouseDown={(event) => event.preventDefault()}
      >
        {choices.map((choice, at) => (
          <SuggestionOption
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
        {open && suggested && text.trim() ? searchBoxMessages.count({ n: choices.length }) : ''}
      </output>
    </>
  )
}

function toRecentSearchChoice(q: string): SuggestionListItem {
  return { key: `recent ${q}`, kind: 'recent', text: q, marks: [], to: pagePaths.search(q) }
}

function toSuggestionChoice(suggestion: SearchSuggestion): SuggestionListItem {
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
        to: pagePaths.creator(suggestion.username),
      }
    case 'genre':
      return {
        key: text,
        kind,
        text,
        marks,
        note: searchBoxMessages.genre,
        to: pagePaths.genre(suggestion.genre),
      }
    case 'spoken':
      return {
        key: `spoken ${suggestion.id}`,
        kind,
        text,
        marks,
        language: suggestion.language,
        note: searchBoxMessages.said({ time: formatDuration(suggestion.second), title: suggestion.title }),
        to: pagePaths.watchAt(suggestion.id, suggestion.second),
      }
    case 'video':
      return {
        key: suggestion.id,
        kind,
        text,
        marks,
        note: searchBoxMessages.by({ name: suggestion.by }),
        type: suggestion.content_type,
        to: pagePaths.watch(suggestion.id),
      }
  }
}
