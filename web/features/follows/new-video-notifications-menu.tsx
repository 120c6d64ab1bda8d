import { Bell, BellRing } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { NewVideoNotifications } from '#contract/people/follows.ts'
import { putNewVideoNotifications } from '#contract/people/new-video-notifications.ts'
import { ApiCallError, callApi } from '#web/api/api-client.ts'
import { newVideoNotificationMessages } from '#web/messages/people/new-video-notifications.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { MenuChoice, MenuChoiceGroup } from '#web/ui/overlays/menu-choice.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'

interface Props {
  userId: string
  username: string
  loaded: NewVideoNotifications
  /** Renders the note that says where notifications about new videos arrive. */
  renderDestination: (isOpen: boolean) => ReactNode
}

const choices = ['all', 'none'] as const
const formId = 'new-video-notifications'

/**
 * The bell icon next to the follow button. In the menu, viewers choose whether they are notified of the
 * creator's new videos. Without JavaScript, the choices submit a form to the page's action.
 */
export function NewVideoNotificationsMenu({ userId, username, loaded, renderDestination }: Props) {
  const { now, choose } = useNewVideoNotifications(userId, loaded)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Menu
        label={newVideoNotificationMessages.menu}
        onOpenChange={setOpen}
        trigger={
          <IconButton
            bare
            label={newVideoNotificationMessages.label[now]({ username })}
            icon={
              now === 'all' ? (
                <BellRing fill="currentColor" aria-hidden="true" />
              ) : (
                <Bell aria-hidden="true" />
              )
            }
          />
        }
      >
        <MenuChoiceGroup label={newVideoNotificationMessages.menu}>
          {choices.map((choice) => (
            <MenuChoice
              key={choice}
              checked={choice === now}
              type="submit"
              form={formId}
              name="intent"
              value={`notify-${choice}`}
              onSelect={() => void choose(choice)}
            >
              {newVideoNotificationMessages.choices[choice]}
            </MenuChoice>
          ))}
        </MenuChoiceGroup>
        {renderDestination(isOpen)}
      </Menu>
      <form method="post" id={formId} hidden>
        <input type="hidden" name="person" value={userId} />
      </form>
    </>
  )
}

/** Shows the chosen option immediately, and reverts it if the server rejects it. */
function useNewVideoNotifications(userId: string, loaded: NewVideoNotifications) {
  const [local, setLocal] = useState<{ loaded: NewVideoNotifications; now: NewVideoNotifications }>()
  const { revalidate } = useRevalidator()
  // Newly loaded page data overrides the local state.
  const now = local?.loaded === loaded ? local.now : loaded

  const choose = async (choice: NewVideoNotifications) => {
    if (choice === now) return
    setLocal({ loaded, now: choice })
    try {
      await callApi(putNewVideoNotifications, { params: { id: userId }, body: { new_videos: choice } })
    } catch (thrown) {
      setLocal(undefined)
      const { title, detail } =
        thrown instanceof ApiCallError
          ? thrown
          : { title: newVideoNotificationMessages.failed, detail: undefined }
      showToast.error(title, detail)
    }
    await revalidate()
  }
  return { now, choose }
}
