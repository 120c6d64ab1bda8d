import { ArrowDown } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { chatMessages } from '#web/messages/watch/chat.ts'
import { Button } from '#web/ui/controls/button.tsx'

interface Props {
  /** The id of the last message. When it changes, the list scrolls to the end, unless the viewer reads older ones. */
  lastId: string | undefined
  children: ReactNode
}

/** The list of messages, which scrolls by itself and can be scrolled with the keyboard. */
export function ChatLog({ lastId, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const scrollToEnd = () => {
    const list = box.current!
    list.scrollTop = list.scrollHeight
  }
  useLayoutEffect(() => {
    if (isAtEnd) scrollToEnd()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- reading older messages must not scroll the list
  }, [lastId])
  const handleScroll = () => {
    const { scrollTop, scrollHeight, clientHeight } = box.current!
    setIsAtEnd(scrollHeight - scrollTop - clientHeight < 40)
  }
  return (
    <div className="chat-log">
      {/* Screen readers get new messages from an element of their own, at most one every few seconds. */}
      <div
        ref={box}
        className="chat-scroll"
        role="log"
        aria-live="off"
        aria-label={chatMessages.log}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area needs the focus
        tabIndex={0}
        onScroll={handleScroll}
      >
        {children}
      </div>
      {!isAtEnd && (
        <Button size="small" className="chat-newest" onClick={scrollToEnd}>
          <ArrowDown aria-hidden="true" /> {chatMessages.newest}
        </Button>
      )}
    </div>
  )
}
