import { X } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { listRemovedChatMessages, putChatSettings } from '#contract/broadcasts/chat.ts'
import {
  addChatHelper,
  type ChatHelper,
  listChatHelpers,
  removeChatHelper,
} from '#contract/broadcasts/chat-helpers.ts'
import { chatLimits } from '#contract/broadcasts/chat-limits.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { ApiCallError, callApi } from '#web/api/api-client.ts'
import { chatSettingsMessages } from '#web/messages/watch/chat-settings.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'

const slowModeChoices = [0, 5, 10, 30, 60, 120]

/** What the creator of a broadcast can set for its chat: slow mode and helpers. */
export default function ChatSettings({
  contentId,
  slowModeSeconds,
}: {
  contentId: string
  slowModeSeconds: number
}) {
  const [isOpen, setIsOpen] = useState(false)
  const choose = async (seconds: number) => {
    const input = { params: { id: contentId }, body: { slow_mode_seconds: seconds } }
    await callApi(putChatSettings, input).catch(showProblem)
  }
  const choices = [...new Set([...slowModeChoices, slowModeSeconds])].toSorted((a, b) => a - b)
  return (
    <details className="chat-settings" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{chatSettingsMessages.title}</summary>
      {isOpen && (
        <div className="chat-settings-body">
          <Select
            label={chatSettingsMessages.slowMode}
            value={slowModeSeconds}
            onChange={(event) => void choose(Number(event.target.value))}
          >
            {choices.map((seconds) => (
              <option key={seconds} value={seconds}>
                {seconds === 0
                  ? chatSettingsMessages.slowModeOff
                  : chatSettingsMessages.everySeconds({ seconds })}
              </option>
            ))}
          </Select>
          <ChatHelpers />
          <RemovedMessages contentId={contentId} />
        </div>
      )}
    </details>
  )
}

function ChatHelpers() {
  const [helpers, setHelpers] = useState<ChatHelper[]>([])
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  useEffect(() => {
    callApi(listChatHelpers, {}).then(({ items }) => setHelpers(items), showProblem)
  }, [])
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    try {
      const { items } = await callApi(addChatHelper, { body: { username: name } })
      setHelpers(items)
      showToast.success(chatSettingsMessages.added({ username: name.trim().replace(/^@/, '') }))
      setName('')
    } catch (thrown) {
      if (!(thrown instanceof ApiCallError)) throw thrown
      setError(thrown.detail)
    }
  }
  const remove = (id: string) =>
    callApi(removeChatHelper, { params: { id } }).then(({ items }) => setHelpers(items), showProblem)
  return (
    <div className="grid gap-2">
      <h3>{chatSettingsMessages.helpers({ most: chatLimits.maxHelpers })}</h3>
      <p className="chat-note">{chatSettingsMessages.helpersText}</p>
      {helpers.length === 0 && <p>{chatSettingsMessages.noHelpers}</p>}
      <ul>
        {helpers.map(({ user_id, username }) => (
          <li key={user_id} className="chat-helper">
            @{username}
            <IconButton
              bare
              size="small"
              label={chatSettingsMessages.removeHelper({ username })}
              icon={<X />}
              onClick={() => void remove(user_id)}
            />
          </li>
        ))}
      </ul>
      <form className="chat-form" onSubmit={(event) => void add(event)}>
        <TextField
          label={chatSettingsMessages.username}
          className="chat-box"
          value={name}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="none"
          error={error}
          onChange={(event) => {
            setName(event.target.value)
            setError(undefined)
          }}
        />
        <Button type="submit">{chatSettingsMessages.add}</Button>
      </form>
    </div>
  )
}

type Removal = ResponseOf<typeof listRemovedChatMessages>['items'][number]

function RemovedMessages({ contentId }: { contentId: string }) {
  const [removals, setRemovals] = useState<Removal[] | null>(null)
  const load = () =>
    callApi(listRemovedChatMessages, { params: { id: contentId } }).then(
      ({ items }) => setRemovals(items),
      showProblem,
    )
  return (
    <details onToggle={(event) => event.currentTarget.open && void load()}>
      <summary>{chatSettingsMessages.removed}</summary>
      {removals?.length === 0 && <p className="mt-2">{chatSettingsMessages.noneRemoved}</p>}
      <ul className="mt-2 grid gap-2">
        {removals?.map(({ id, username, body, removed_by: by }) => (
          <li key={id}>
            <b>@{username}</b> <span dir="auto">{body}</span>
            <p className="chat-note">
              {chatSettingsMessages.removedBy({ name: by ? `@${by}` : chatSettingsMessages.formerMember })}
            </p>
          </li>
        ))}
      </ul>
    </details>
  )
}

function showProblem(thrown: unknown): void {
  showToast.error(chatSettingsMessages.notSaved, thrown instanceof ApiCallError ? thrown.detail : undefined)
}
