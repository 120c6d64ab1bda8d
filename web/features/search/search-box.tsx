import { Search } from 'lucide-react'
import { type ToggleEvent, useRef } from 'react'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { searchBoxMessages } from '#web/messages/search/search-box.ts'
import { SearchForm } from './search-form.tsx'

const id = 'site-search'

/**
 * The expandable search box in the navigation bar. The search box uses the popover API. Even without
 * JavaScript, the search box opens, closes on Escape and restores focus.
 */
export function SearchBox() {
  const box = useRef<HTMLDivElement>(null)
  // Do not wait for the toggle event: the user may already have typed a letter before it arrives.
  const selectText = (event: ToggleEvent) => {
    if (event.newState === 'open') box.current?.querySelector('input')?.select()
  }
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className={getButtonClassName({ variant: 'ghost', icon: true })}
        aria-label={searchBoxMessages.open}
      >
        <Search aria-hidden="true" />
      </button>
      <div ref={box} id={id} popover="auto" className="search-pop" onBeforeToggle={selectText}>
        <SearchForm id="bar" autoFocus />
      </div>
    </>
  )
}
