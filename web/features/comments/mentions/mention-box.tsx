import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { findUnfinishedMention } from '#contract/engagement/mentions.ts'
import { commentMessages } from '#web/messages/watch/comments.ts'
import { MentionOption } from './mention-option.tsx'
import { type CommentTarget, useMentionSuggestions } from './use-mention-suggestions.ts'
import './mention-box.css'

interface Props {
  place: CommentTarget
  box: RefObject<HTMLTextAreaElement | null>
  onWrite: (text: string) => void
  children: (wiring: MentionBoxWiring) => ReactNode
}

/**
 * The attributes of the text box in which mentions can be typed. In HTML, a text area cannot have the
 * `combobox` role, so it keeps its own role and only refers to the listbox.
 */
interface MentionBoxWiring {
  attributes: {
    'aria-autocomplete': 'list'
    'aria-controls': string | undefined
    'aria-activedescendant': string | undefined
    onSelect: () => void
    onBlur: () => void
  }
  /**
   * Handles a key press if it is meant for the open list of people. Returns false if the key is not meant for
   * the list.
   */
  handleKey: (event: KeyboardEvent) => boolean
}

/** Shows a list of people below a text box while the user types a mention in it. */
export function MentionAutocomplete({ place, box, onWrite, children }: Props) {
  const id = useId()
  /** The position of the at sign, and the beginning of the username as typed so far, in lower case. */
  const [typed, setTyped] = useState<{ start: number; query: string }>()
  const [active, setActive] = useState(0)
  /** The user has closed the suggestions for the mention whose at sign is at this position. */
  const [closedAt, setClosedAt] = useState<number>()
  const isOpen = typed !== undefined && typed.start !== closedAt
  const people = useMentionSuggestions(place, isOpen ? typed.query : undefined)
  const count = isOpen && people ? people.length : 0
  const at = Math.min(active, count - 1)

  const readCaret = () => {
    const { value, selectionStart, selectionEnd } = box.current!
    const found = selectionStart === selectionEnd ? findUnfinishedMention(value, selectionStart) : null
    const query = found?.query.toLowerCase()
    if (found?.start === typed?.start && query === typed?.query) return
    setTyped(found && query !== undefined ? { start: found.start, query } : undefined)
    setActive(0)
    if (found?.start !== closedAt) setClosedAt(undefined)
  }
  // The user may have typed text before this code was loaded.
  const readEarlyText = useEffectEvent(() => {
    if (document.activeElement === box.current) readCaret()
  })
  // oxlint-disable-next-line react/set-state-in-effect -- the text box is an external system
  useEffect(() => readEarlyText(), [])
  const choose = (username: string) => {
    const area = box.current!
    const rest = area.value.slice(area.selectionStart).replace(/^[A-Za-z0-9_]+/, '')
    const written = `${area.value.slice(0, typed!.start)}@${username} `
    // The caret can be placed only after React has written the new text.
    flushSync(() => {
      onWrite(written + rest.replace(/^ /, ''))
      setTyped(undefined)
    })
    area.focus()
    area.setSelectionRange(written.length, written.length)
  }
  const handleKey = (event: KeyboardEvent) => {
    const isModified = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
    if (count === 0 || event.nativeEvent.isComposing || isModified) return false
    if (event.key === 'ArrowDown') setActive((at + 1) % count)
    else if (event.key === 'ArrowUp') setActive((at - 1 + count) % count)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(people![at]!.username)
    else if (event.key === 'Escape') setClosedAt(typed!.start)
    else return false
    event.preventDefault()
    return true
  }
  return (
    <div className="mention-box">
      {children({
        attributes: {
          'aria-autocomplete': 'list',
          'aria-controls': count > 0 ? id : undefined,
          'aria-activedescendant': count > 0 ? `${id}-${at}` : undefined,
          onSelect: readCaret,
          onBlur: () => setTyped(undefined),
        },
        handleKey,
      })}
      {count > 0 && (
        // Pressing an option in the list must not take focus away from the text box.
        <div
          id={id}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- focus stays in the text box (aria-activedescendant)
          role="listbox"
          tabIndex={-1}
          aria-label={commentMessages.mentions.label}
          className="mention-list"
          onMouseDown={(event) => event.preventDefault()}
        >
          {people!.map((person, index) => (
            <MentionOption
              key={person.username}
              id={`${id}-${index}`}
              person={person}
              active={index === at}
              onChoose={() => choose(person.username)}
            />
          ))}
        </div>
      )}
      <output className="sr-only">{count > 0 && commentMessages.mentions.count({ count })}</output>
    </div>
  )
}
