import { type ReactNode, Suspense, lazy } from 'react'
import { Link } from 'react-router'
import { leaveChatHelpers } from '#contract/broadcasts/chat-helpers.ts'
import { callApi } from '#web/api/api-client.ts'
import { useAuth } from '#web/features/auth/auth-context.ts'
import { useIsRegistrationOpen } from '#web/features/auth/registration-context.ts'
import { chatMessages } from '#web/messages/watch/chat.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { ChatEntry } from './chat-entry.tsx'
import { ChatForm } from './chat-form.tsx'
import { ChatLog } from './chat-log.tsx'
import { useAnnouncement } from './use-announcement.ts'
import { type Chat, type LiveUpdateListeners, useChat } from './use-chat.ts'
import './chat.css'

// Only creators need the settings.
const LazyChatSettings = lazy(retryWhenOnline(() => import('./chat-settings.tsx')))

interface Props {
  contentId: string
  /** The live updates of the page. */
  listeners: LiveUpdateListeners
  /** The state of the broadcast. The chat closes some seconds after the end. */
  state: string
  onReport?: (target: { subject: 'comment'; id: string }) => void
}

/** The chat of a broadcast. */
export function ChatPanel({ contentId, listeners, state: broadcastState, onReport }: Props) {
  const { me } = useAuth()
  const chat = useChat(contentId, listeners, broadcastState)
  const announcement = useAnnouncement(chat.latest, me?.id)
  const { state, messages, cursor } = chat
  return (
    <section className="chat" aria-labelledby="chat-title">
      <h2 id="chat-title">{chatMessages.title}</h2>
      {!state && !chat.hasFailed && (
        <div className="chat-state">
          <Spinner label={chatMessages.loading} />
        </div>
      )}
      {!state && chat.hasFailed && (
        <div role="alert" className="chat-state">
          <p>{chatMessages.failed}</p>
          <Button size="small" onClick={chat.reload}>
            {chatMessages.retry}
          </Button>
        </div>
      )}
      {state && (state.may_comment !== 'off' || state.role === 'creator') && (
        <ChatLog lastId={messages.at(-1)?.id}>
          {cursor && (
            <Button size="small" className="chat-older" onClick={() => void chat.loadOlder()}>
              {chatMessages.older}
            </Button>
          )}
          {messages.length === 0 && (
            <p className="chat-state">{state.open ? chatMessages.empty : chatMessages.emptyEnded}</p>
          )}
          <ul>
            {messages.map((message) => (
              <ChatEntry
                key={message.id}
                message={message}
                isMine={message.user_id === me?.id}
                canModerate={state.role !== null}
                onRemove={chat.remove}
                onApprove={chat.approve}
                onReport={onReport && ((id) => onReport({ subject: 'comment', id }))}
              />
            ))}
          </ul>
        </ChatLog>
      )}
      {state && <ChatFooter chat={chat} state={state} isSignedIn={me !== null} contentId={contentId} />}
      {state?.role === 'creator' && (
        <Suspense>
          <LazyChatSettings contentId={contentId} slowModeSeconds={state.slow_mode_seconds} />
        </Suspense>
      )}
      <output className="sr-only">{announcement}</output>
    </section>
  )
}

interface FooterProps {
  chat: Chat
  state: NonNullable<Chat['state']>
  isSignedIn: boolean
  contentId: string
}

/** The form, or the reason why the viewer cannot write. */
function ChatFooter({ chat, state, isSignedIn, contentId }: FooterProps): ReactNode {
  const { may_comment: permission, role } = state
  if (!state.open) return <p className="chat-closed">{chatMessages.over}</p>
  if (permission !== 'yes' && permission !== 'held')
    return <p className="chat-closed">{chatMessages.closed[permission]}</p>
  if (!isSignedIn) return <SignInPrompt contentId={contentId} />
  return (
    <>
      {permission === 'held' && <p className="chat-note">{chatMessages.held}</p>}
      {role === 'helper' && <HelperNote contentId={contentId} onLeft={chat.reload} />}
      <ChatForm
        key={state.slow_mode_seconds}
        send={chat.send}
        slowModeSeconds={role ? 0 : state.slow_mode_seconds}
        waitSeconds={state.wait_seconds}
      />
    </>
  )
}

function SignInPrompt({ contentId }: { contentId: string }) {
  const path = pagePaths.watch(contentId)
  return (
    <div className="chat-closed">
      <p>{chatMessages.signIn}</p>
      <p className="flex flex-wrap gap-2">
        <Link
          to={pagePaths.signIn(path, { for: 'comment' })}
          className={getButtonClassName({ size: 'small' })}
        >
          {chatMessages.logIn}
        </Link>
        {useIsRegistrationOpen() && (
          <Link
            to={pagePaths.signUp(path)}
            className={getButtonClassName({ variant: 'primary', size: 'small' })}
          >
            {chatMessages.signUp}
          </Link>
        )}
      </p>
    </div>
  )
}

function HelperNote({ contentId, onLeft }: { contentId: string; onLeft: () => void }) {
  const leave = async () => {
    try {
      await callApi(leaveChatHelpers, { params: { id: contentId } })
      onLeft()
    } catch {
      showToast.error(chatMessages.helper.notLeft)
    }
  }
  return (
    <p className="chat-note chat-helper-note">
      {chatMessages.helper.text}{' '}
      <Button size="small" variant="ghost" onClick={() => void leave()}>
        {chatMessages.helper.leave}
      </Button>
    </p>
  )
}
