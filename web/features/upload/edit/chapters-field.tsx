import { Plus, X } from 'lucide-react'
import { lazy, type KeyboardEvent, Suspense, useRef, useState } from 'react'
import { chapterLimits, parseTimecode } from '#contract/content/chapter-rules.ts'
import type { OwnContent } from '#contract/content/own-content.ts'
import { videoEditPageMessages } from '#web/messages/upload/edit-video.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { formatDuration } from '#web/ui/formatting/format-duration.ts'
import { FieldErrorMessage } from '#web/ui/forms/form-field.tsx'
import {
  type ChapterRow,
  formatChapterTime,
  sortChapterRows,
  formatChapterRows,
  parseChapterRows,
} from './chapter-rows.ts'
import './chapters-field.css'

const messages = videoEditPageMessages.chapters

const LazyPlayer = lazy(
  retryWhenOnline(async () => ({ default: (await import('#web/player/player.tsx')).Player })),
)

interface Props {
  item: OwnContent
  /** The saved chapters when the form was rendered, one per line. */
  lines: string
  error: string | undefined
}

/**
 * An editor for the chapters of a video. A new chapter starts at the current position of the video that is
 * shown above the list. The chapter list is sorted by time. Without JavaScript, creators type all chapters
 * into one text area.
 */
export function ChaptersField({ item, lines, error }: Props) {
  const [rows, setRows] = useState(() => parseChapterRows(lines))
  const [isOpen, setIsOpen] = useState(lines !== '' || error !== undefined)
  const editor = useRef<HTMLDivElement>(null)
  const added = useRef<number>(undefined)
  const change = (key: number, patch: Partial<ChapterRow>) =>
    setRows((before) => before.map((row) => (row.key === key ? { ...row, ...patch } : row)))
  const add = () => {
    const position = Math.floor(editor.current?.querySelector('video')?.currentTime ?? 0)
    const key = Math.max(0, ...rows.map((row) => row.key)) + 1
    const time = formatDuration(rows.length === 0 ? 0 : position)
    added.current = key
    setRows(sortChapterRows([...rows, { key, time, title: '' }]))
  }
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (rows.length < chapterLimits.max) add()
  }
  return (
    <>
      <noscript>
        <label className="field">
          <span className="field-label">{messages.title}</span>
          <textarea name="custom_chapters" defaultValue={lines} className="input" />
          <span className="field-hint">{messages.lines}</span>
        </label>
      </noscript>
      <input type="hidden" name="custom_chapters" value={formatChapterRows(rows)} readOnly />
      <details
        className="chapters-field needs-js"
        open={isOpen}
        onToggle={(event) => setIsOpen(event.currentTarget.open)}
      >
        <summary className="field-label">
          {messages.title} <span className="text-quiet">{rows.length || ''}</span>
        </summary>
        <div ref={editor} className="grid gap-3">
          <p className="field-hint">{messages.hint}</p>
          {error && <FieldErrorMessage>{error}</FieldErrorMessage>}
          {isOpen && item.stream_url && (
            <Suspense>
              <LazyPlayer
                src={item.stream_url}
                title={item.title}
                poster={item.cover_url}
                width={item.width}
                height={item.height}
                duration={item.duration_seconds}
                storyboardUrl={item.storyboard_url}
                className="chapters-player"
              />
            </Suspense>
          )}
          {rows.length === 0 && <p className="text-quiet">{messages.none}</p>}
          <ol className="chapter-rows">
            {rows.map((row, at) => (
              <li key={row.key} className="chapter-row">
                <input
                  className="input"
                  aria-label={messages.start({ n: at + 1 })}
                  aria-invalid={parseTimecode(row.time) === null || undefined}
                  inputMode="numeric"
                  autoComplete="off"
                  value={row.time}
                  onChange={(event) => change(row.key, { time: event.target.value })}
                  onBlur={() => setRows((before) => sortChapterRows(before.map(formatChapterTime)))}
                  onKeyDown={addOnEnter}
                />
                <input
                  className="input"
                  aria-label={messages.name({ n: at + 1 })}
                  maxLength={chapterLimits.titleMax}
                  autoComplete="off"
                  // Only the row of a newly added chapter receives focus.
                  ref={(field) => {
                    if (added.current !== row.key) return
                    added.current = undefined
                    field?.focus()
                  }}
                  value={row.title}
                  onChange={(event) => change(row.key, { title: event.target.value })}
                  onKeyDown={addOnEnter}
                />
                <IconButton
                  bare
                  label={messages.remove({ n: at + 1 })}
                  icon={<X />}
                  onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
                />
              </li>
            ))}
          </ol>
          {rows.length < chapterLimits.max && (
            <Button className="justify-self-start" onClick={add}>
              <Plus aria-hidden="true" /> {messages.add}
            </Button>
          )}
        </div>
      </details>
    </>
  )
}
