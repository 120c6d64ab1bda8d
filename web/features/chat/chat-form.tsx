import { type FormEvent, useEffect, useRef, useState } from 'react'
import { chatLimits } from '#contract/broadcasts/chat-limits.ts'
import { countGraphemes } from '#contract/user-text.ts'
import { chatMessages } from '#web/messages/watch/chat.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { SendResult } from './use-chat.ts'

interface Props {
  send: (body: string, anyway: boolean) => Promise<SendResult>
  /** The time between two messages of this person, in seconds. 0 means that slow mode does not apply. */
  slowModeSeconds: number
  /** How long the person had to wait when the chat was loaded, in seconds. */
  waitSeconds: number
}

/** The number of remaining characters is shown when this many are left. */
const showsCharactersLeft = 30

/** The form that sends messages. If a message is not sent, its text stays in the text box. */
export function ChatForm({ send, slowModeSeconds, waitSeconds }: Props) {
  const box = useRef<HTMLFormElement>(null)
  const [text, setText] = useState('')
  const [question, setQuestion] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [hasSent, setHasSent] = useState(false)
  const [wait, startWait] = useCountdown(waitSeconds)
  const secondsLeft = slowModeSeconds > 0 ? wait : 0
  const left = chatLimits.messageMaxLength - countGraphemes(text.trim())
  const isEmpty = text.trim() === ''

  const write = (typed: string) => {
    setText(typed)
    setQuestion(undefined)
    setProblem(undefined)
    setHasSent(false)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    box.current?.querySelector('input')?.focus()
    if (isEmpty || isBusy || left < 0 || secondsLeft > 0) return
    setIsBusy(true)
    const result = await send(text.trim(), question !== undefined)
    setIsBusy(false)
    if (result === 'sent') {
      write('')
      setHasSent(true)
      startWait(slowModeSeconds)
    } else if ('ask' in result) setQuestion(result.ask)
    else {
      setProblem(`${chatMessages.notSent}. ${result.problem}`)
      startWait(result.wait ?? 0)
    }
  }
  const error = left < 0 ? chatMessages.tooLong({ most: chatLimits.messageMaxLength }) : (question ?? problem)
  return (
    <form ref={box} className="chat-form" onSubmit={(event) => void submit(event)}>
      <TextField
        label={<span className="sr-only">{chatMessages.yours}</span>}
        className="chat-box"
        dir="auto"
        autoComplete="off"
        enterKeyHint="send"
        placeholder={chatMessages.placeholder}
        value={text}
        error={error}
        onChange={(event) => write(event.target.value)}
      />
      {/* The button uses `aria-disabled` instead of `disabled`, so that it keeps the focus. */}
      <button
        type="submit"
        className={getButtonClassName({ variant: 'primary' })}
        aria-disabled={isEmpty || isBusy || secondsLeft > 0 || undefined}
        aria-busy={isBusy || undefined}
      >
        {question ? chatMessages.sendAnyway : chatMessages.send}
      </button>
      {left >= 0 && left <= showsCharactersLeft && (
        <p className="chat-note">{chatMessages.left({ count: left })}</p>
      )}
      {secondsLeft > 0 ? (
        <p className="chat-note" role="timer">
          {chatMessages.wait({ seconds: secondsLeft })}
        </p>
      ) : (
        slowModeSeconds > 0 && (
          <p className="chat-note">{chatMessages.slowMode({ seconds: slowModeSeconds })}</p>
        )
      )}
      <output className="sr-only">{hasSent && chatMessages.sent}</output>
    </form>
  )
}

/** Counts down from a number of seconds to 0. */
function useCountdown(initial: number): [left: number, start: (seconds: number) => void] {
  const [left, setLeft] = useState(initial)
  const [until, setUntil] = useState(() => Date.now() + initial * 1000)
  useEffect(() => {
    const timer = setInterval(() => {
      const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000))
      setLeft(seconds)
      if (seconds === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [until])
  const start = (seconds: number) => {
    setLeft(seconds)
    setUntil(Date.now() + seconds * 1000)
  }
  return [left, start]
}
