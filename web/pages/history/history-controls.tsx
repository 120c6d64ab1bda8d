import { useEffect, useRef } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import type { WatchHistoryState } from '#contract/engagement/watch-history.ts'
import { SettingsCard } from '#web/features/settings/settings-card.tsx'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { watchHistoryMessages } from '#web/messages/dashboard/watch-history.ts'

/**
 * The buttons that turn the watch history on or off, pause it and delete it. The buttons work without
 * JavaScript.
 */
export function WatchHistoryControls({
  state,
  confirm,
}: {
  state: WatchHistoryState
  confirm: string | null
}) {
  const isKept = state === 'on' || state === 'paused'
  const isAsking = isKept && (confirm === 'off' || confirm === 'clear')
  if (isAsking) return <Confirmation intent={confirm} />
  return (
    <SettingsCard heading="h2" id="history-state" title={watchHistoryMessages.states[state]}>
      <p className="mt-2 max-w-[70ch] text-quiet">{watchHistoryMessages.explain}</p>
      <p className="mt-2 max-w-[70ch] text-quiet">{watchHistoryMessages.browser}</p>
      <Form method="post" action={pagePaths.history()} preventScrollReset className="history-ways">
        <input type="hidden" name="was" value={state} />
        {state !== 'on' && (
          <IntentButton intent="on" variant="primary">
            {isKept ? watchHistoryMessages.resume : watchHistoryMessages.turnOn}
          </IntentButton>
        )}
        {state === 'on' && <IntentButton intent="paused">{watchHistoryMessages.pause}</IntentButton>}
        {isKept && (
          <>
            <Link to={pagePaths.history({ confirm: 'clear' })} className={getButtonClassName()}>
              {watchHistoryMessages.clear}
            </Link>
            <Link to={pagePaths.history({ confirm: 'off' })} className={getButtonClassName()}>
              {watchHistoryMessages.turnOff}
            </Link>
          </>
        )}
      </Form>
    </SettingsCard>
  )
}

function Confirmation({ intent }: { intent: 'off' | 'clear' }) {
  const cancel = useRef<HTMLAnchorElement>(null)
  // The pressed link has disappeared, so move the focus to the Cancel button.
  useEffect(() => cancel.current?.focus(), [])
  const [title, text, yes] =
    intent === 'off'
      ? [watchHistoryMessages.askOff, watchHistoryMessages.askOffText, watchHistoryMessages.askOffYes]
      : [watchHistoryMessages.askClear, watchHistoryMessages.askClearText, watchHistoryMessages.askClearYes]
  return (
    <SettingsCard heading="h2" id="history-confirm" title={title} danger>
      <p className="mt-2 max-w-[70ch] text-quiet">{text}</p>
      <Form method="post" action={pagePaths.history()} className="history-ways">
        <IntentButton intent={intent} variant="danger">
          {yes}
        </IntentButton>
        <Link ref={cancel} to={pagePaths.history()} className={getButtonClassName()}>
          {watchHistoryMessages.cancel}
        </Link>
      </Form>
    </SettingsCard>
  )
}

interface IntentButtonProps {
  intent: string
  variant?: 'primary' | 'danger'
  children: string
}

function IntentButton({ intent, variant, children }: IntentButtonProps) {
  const isSent = useNavigation().formData?.get('intent') === intent
  return (
    <Button type="submit" name="intent" value={intent} variant={variant} busy={isSent}>
      {children}
    </Button>
  )
}
