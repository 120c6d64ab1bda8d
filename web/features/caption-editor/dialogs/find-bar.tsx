import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { captionEditorMessages } from '#web/messages/upload/caption-editor.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useCaptionEditor, useCaptionEditorState } from '../caption-editor-context.ts'
import { findMatches, findNext, type CueTextMatch } from '../model/find-replace.ts'
import { seekToSelectedCue } from '../run-caption-editor-command.ts'

const messages = captionEditorMessages.find

/** The search bar that finds and replaces text in all captions. */
export function FindBar() {
  const editor = useCaptionEditor()
  const cues = useCaptionEditorState((state) => state.cues)
  const [text, setText] = useState('')
  const [replacement, setReplacement] = useState('')
  const [matchCase, setMatchCase] = useState(false)
  const [match, setMatch] = useState<CueTextMatch | null>(null)
  const [result, setResult] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const options = { text, matchCase }
  const count = useMemo(() => findMatches(cues, { text, matchCase }).length, [cues, text, matchCase])
  useEffect(() => field.current?.focus(), [])
  const goTo = (next: CueTextMatch | null) => {
    setMatch(next)
    if (!next) return
    editor.dispatch({ type: 'select', id: next.id })
    seekToSelectedCue(editor)
  }
  const next = () => goTo(findNext(editor.get().cues, options, match))
  const replace = () => {
    const current = match ?? findNext(cues, options, null)
    if (!current) return
    editor.dispatch({ type: 'replace', match: current, replacement })
    const after = { ...current, to: current.from + replacement.length }
    goTo(findNext(editor.get().cues, options, after))
  }
  const replaceAll = () => {
    editor.dispatch({ type: 'replaceAll', find: options, replacement })
    setResult(messages.replaced({ count }))
    setMatch(null)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && event.target === field.current) next()
    else return
    event.preventDefault()
  }
  const close = () => editor.view.set({ panel: null, focus: { part: 'text' } })
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-element-interactions -- the Escape and Enter keys have equivalent buttons
    <search aria-label={messages.label} className="caption-find" onKeyDown={press}>
      <TextField
        ref={field}
        label={messages.find}
        value={text}
        autoComplete="off"
        onChange={(event) => {
          setText(event.target.value)
          setMatch(null)
          setResult('')
        }}
      />
      <TextField
        label={messages.replacement}
        value={replacement}
        autoComplete="off"
        onChange={(event) => setReplacement(event.target.value)}
      />
      <Checkbox
        label={messages.matchCase}
        checked={matchCase}
        onChange={(event) => setMatchCase(event.target.checked)}
      />
      <div className="caption-find-buttons">
        <Button size="small" onClick={next}>
          {messages.next}
        </Button>
        <Button size="small" onClick={replace}>
          {messages.replace}
        </Button>
        <Button size="small" onClick={replaceAll}>
          {messages.replaceAll}
        </Button>
        <span aria-live="polite" className="text-15 text-quiet">
          {result || (text !== '' && messages.count({ count }))}
        </span>
        <IconButton bare label={messages.close} icon={<X />} onClick={close} />
      </div>
    </search>
  )
}
