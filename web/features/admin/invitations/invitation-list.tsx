import { Form, useNavigation } from 'react-router'
import type { Invitation } from '#contract/invitations/invitations.ts'
import { adminInvitationMessages } from '#web/messages/admin/invitations.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { DateLabel } from '#web/ui/formatting/date-label.tsx'

const messages = adminInvitationMessages

/** The invitations with their uses. On phones, each invitation is a card. */
export function InvitationList({ invitations }: { invitations: Invitation[] }) {
  if (invitations.length === 0)
    return (
      <EmptyState title={messages.empty} heading="h3">
        {messages.emptyText}
      </EmptyState>
    )
  return (
    <ul className="admin-invitations">
      {invitations.map((invitation) => (
        <InvitationRow key={invitation.id} invitation={invitation} />
      ))}
    </ul>
  )
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { id, note, state, uses, max_uses, expires_at, created_by } = invitation
  const { columns } = messages
  const isBusy = useNavigation().formData?.get('id') === id
  return (
    <li className="admin-invitation" data-state={state}>
      <p className="admin-invitation-note" dir="auto">
        {note || messages.noNote}
      </p>
      <dl className="admin-invitation-facts">
        <div>
          <dt>{columns.state}</dt>
          <dd>{messages.states[state]}</dd>
        </div>
        <div>
          <dt>{columns.uses}</dt>
          <dd>{messages.usesOf({ uses, max: max_uses })}</dd>
        </div>
        <div>
          <dt>{columns.expires}</dt>
          <dd>
            <DateLabel at={expires_at} />
          </dd>
        </div>
        <div>
          <dt>{columns.by}</dt>
          <dd>
            <bdi>{created_by ? `@${created_by}` : messages.commandLine}</bdi>
          </dd>
        </div>
      </dl>
      {state === 'active' && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <Button
            type="submit"
            size="small"
            variant="danger"
            name="intent"
            value="revoke"
            busy={isBusy}
            aria-label={messages.revokeNamed({ note: note || messages.noNote })}
          >
            {messages.revoke}
          </Button>
        </Form>
      )}
    </li>
  )
}
