import { Copy } from 'lucide-react'
import { adminInvitationMessages } from '#web/messages/admin/invitations.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'

/** The link of a new invitation. The server stores only its hash, so the link is shown only once. */
export function InvitationLink({ url }: { url: string }) {
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => showToast.success(adminInvitationMessages.copied),
      () => showToast.error(adminInvitationMessages.copyFailed),
    )
  return (
    <section className="admin-box" aria-live="polite" aria-labelledby="invitation-created">
      <h2 id="invitation-created" className="text-26">
        {adminInvitationMessages.created}
      </h2>
      <p>{adminInvitationMessages.createdText}</p>
      <TextField
        label={adminInvitationMessages.link}
        value={url}
        readOnly
        dir="ltr"
        onFocus={(event) => event.target.select()}
      />
      <div>
        <Button variant="primary" onClick={() => void copy()}>
          <Copy aria-hidden="true" /> {adminInvitationMessages.copy}
        </Button>
      </div>
    </section>
  )
}
