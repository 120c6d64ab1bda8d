import { Search } from 'lucide-react'
import { type ComponentProps, type ComponentType, type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { searchBoxMessages } from '#web/messages/search/search-box.ts'
import type { SuggestionListProps } from './suggestion-list.tsx'
import './search-form.css'

interface Props {
  /** An id that distinguishes this search form from other search forms on the page. */
  id: keyof typeof searchBoxMessages.places
  defaultValue?: string
  autoFocus?: boolean
}

/**
 * A search form that opens the results page /search?q=. The form works without JavaScript. The code for
 * suggestions is loaded when the field first gets focus.
 */
export function SearchForm({ id, defaultValue = '', autoFocus }: Props) {
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const [text, setText] = useState(defaultValue)
  const [List, setList] = useState<ComponentType<SuggestionListProps>>()
  const [combobox, setCombobox] = useState<ComponentProps<'input'>>({})
  const navigate = useNavigate()

  const goTo = (to: string) => {
    input?.closest<HTMLElement>('[popover]')?.hidePopover()
    input?.blur()
    void navigate(to)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const q = input!.value.trim()
    if (q) goTo(pagePaths.search(q))
  }
  const loadSuggestions = () => {
    import('./suggestion-list.tsx').then(
      ({ SuggestionList }) => setList(() => SuggestionList),
      () => {}, // offline: the search box works without suggestions
    )
  }

  return (
    <search aria-label={searchBoxMessages.places[id]} className="search-form">
      <form action={pagePaths.searchPage} onSubmit={submit}>
        <div className="search-line">
          <input
            {...combobox}
            ref={setInput}
            id={`${id}-q`}
            type="text"
            inputMode="search"
            name="q"
            className="search-input"
            placeholder={searchBoxMessages.placeholder}
            aria-label={searchBoxMessages.label}
            defaultValue={defaultValue}
            maxLength={200}
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the search box was just opened by the user
            autoFocus={autoFocus}
            onFocus={loadSuggestions}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <button type="submit" className="search-go" aria-label={searchBoxMessages.submit}>
            <Search size={20} aria-hidden="true" />
          </button>
        </div>
        {List && input && (
          <List
            id={`${id}-list`}
            input={input}
            text={text}
            onComboboxAttributes={setCombobox}
            onChoose={goTo}
          />
        )}
      </form>
    </search>
  )
}
