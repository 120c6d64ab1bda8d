import { data, Form, Link, useNavigation } from 'react-router'
import { unsubscribeFromDigest } from '#contract/weekly-digest.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { weeklyDigestMessages } from '#web/messages/dashboard/weekly-digest.ts'
import type { Route } from './+types/unsubscribe-page.ts'
import { buildPageMeta } from '../layout/page-meta.ts'

/**
 * Turns off the weekly email for the recipient. The form on this page sends the request. Mail programs with
 * one-click unsubscribe (RFC 8058) send the same request, without cookies and without an `Origin` header.
 * Opening the page changes nothing, because mail scanners also open links in emails.
 */
export async function action(args: Route.ActionArgs) {
  try {
    await createApiClientFromContext(args)(unsubscribeFromDigest, { body: { token: args.params.token } })
    return { isOff: true }
  } catch (thrown) {
    if (thrown instanceof ApiCallError && thrown.code === 'unsubscribe_link_invalid')
      return data({ isOff: false }, { status: 404 })
    throw thrown
  }
}

export const meta: Route.MetaFunction = (args) => [
  ...buildPageMeta(args, {
    title: weeklyDigestMessages.unsubscribe.title,
    description: weeklyDigestMessages.unsubscribe.description,
    noindex: true,
  }),
  // The URL contains the token, so other sites must not receive the URL in the Referer header.
  { name: 'referrer', content: 'same-origin' },
]

export default function UnsubscribePage({ actionData }: Route.ComponentProps) {
  const messages = weeklyDigestMessages.unsubscribe
  const busy = useNavigation().state !== 'idle'
  if (actionData)
    return (
      <EmptyState
        heading="h1"
        drawing="bell"
        title={actionData.isOff ? messages.done : messages.invalid}
        action={
          <Link to={pagePaths.notifications} className={getButtonClassName()}>
            {messages.settings}
          </Link>
        }
      >
        <output>{actionData.isOff ? messages.doneText : messages.invalidText}</output>
      </EmptyState>
    )
  return (
    <EmptyState
      heading="h1"
      drawing="bell"
      title={messages.heading}
      action={
        <Form method="post">
          <Button type="submit" variant="primary" busy={busy}>
            {messages.button}
          </Button>
        </Form>
      }
    >
      {messages.text}
    </EmptyState>
  )
}
