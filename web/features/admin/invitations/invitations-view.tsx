import type { ReactNode } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { type Invitation, invitationDefaults, invitationLimits } from '#contract/invitations/invitations.ts'
import type { RegistrationMode } from '#contract/settings/setting-choices.ts'
import { adminInvitationMessages } from '#web/messages/admin/invitations.ts'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { InvitationList } from './invitation-list.tsx'
import './invitations.css'

const messages = adminInvitationMessages

interface Props {
  invitations: Invitation[]
  nextCursor: string | null
  registration: RegistrationMode
  /** The link that was just created. */
  createdUrl: string | undefined
  problem: ReactNode
  entered: Record<string, string> | undefined
}

export function InvitationsView({ invitations, nextCursor, registration, ...form }: Props) {
  return (
    <>
      <header>
        <h1 className="text-40">{messages.title}</h1>
        <p className="text-quiet">{messages.lead}</p>
        {registration !== 'invitation' && (
          <p className="mt-2 font-semibold">{messages.notInUse[registration]}</p>
        )}
      </header>
      {form.createdUrl && <InvitationLink url={form.createdUrl} />}
      <CreateInvitationForm {...form} />
      <section className="admin-box" aria-labelledby="invitation-list">
        <h2 id="invitation-list" className="text-26">
          {messages.list}
        </h2>
        <InvitationList invitations={invitations} />
        {nextCursor && (
          <div>
            <Link to={pagePaths.adminInvitations(nextCursor)} className={getButtonClassName()}>
              {messages.more}
            </Link>
          </div>
        )}
      </section>
    </>
  )
}

function CreateInvitationForm({
  problem,
  entered,
  createdUrl,
}: Pick<Props, 'problem' | 'entered' | 'createdUrl'>) {
  const isBusy = useNavigation().formData?.get('intent') === 'create'
  return (
    // The key empties the form after an invitation was created.
    <Form key={createdUrl} method="post" className="admin-box" aria-labelledby="create-invitation" noValidate>
      <h2 id="create-invitation" className="text-26">
        {messages.create}
      </h2>
      {problem}
      <div className="admin-invitation-fields">
        <TextField
          label={messages.uses}
          name="uses"
          type="number"
          min={1}
          max={invitationLimits.uses}
          defaultValue={entered?.uses ?? invitationDefaults.uses}
          required
        />
        <TextField
          label={messages.days}
          name="days"
          type="number"
          min={1}
          max={invitationLimits.days}
          defaultValue={entered?.days ?? invitationDefaults.days}
          required
        />
      </div>
      <TextField
        label={messages.note}
        hint={messages.noteHint}
        name="note"
        dir="auto"
        autoComplete="off"
        maxLength={invitationLimits.note}
        defaultValue={entered?.note}
        optional
      />
      <div>
        <Button type="submit" variant="primary" name="intent" value="create" busy={isBusy}>
          {messages.create}
        </Button>
      </div>
    </Form>
  )
}
