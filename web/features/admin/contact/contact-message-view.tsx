import { Form, Link } from 'react-router'
import { type ContactMessage, contactReplyMaxLength } from '#contract/contact/contact-inbox.ts'
import { adminContactMessages } from '#web/messages/admin/contact.ts'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextAreaField } from '#web/ui/forms/text-field.tsx'
import { formatDateTimeUtc } from '#web/ui/formatting/format-date-time.ts'
import { ContactTopicBadge } from './contact-inbox-view.tsx'

interface ContactMessageViewProps {
  message: ContactMessage
  /** The answer that the server has rejected, and the error of each field. */
  refused: { values: Record<string, string>; fields: Partial<Record<string, string>> } | undefined
  /** Whether an answer is being sent. */
  isBusy: boolean
}

export function ContactMessageView({ message, refused, isBusy }: ContactMessageViewProps) {
  const isClosed = message.state === 'closed'
  return (
    <>
      <header className="flex flex-col gap-2">
        <Link to={pagePaths.adminContact()} className="link self-start">
          {adminContactMessages.back}
        </Link>
        <h1 className="text-28">{message.subject}</h1>
        <p className="admin-facts">
          <ContactTopicBadge topic={message.topic} />
          <span>
            <bdi>{message.name}</bdi> · <bdi>{message.email}</bdi>
          </span>
          <span>
            {message.account ? adminContactMessages.account(message.account) : adminContactMessages.noAccount}
          </span>
          <span>{formatDateTimeUtc(message.created_at)}</span>
          <span>{adminContactMessages.states[message.state]}</span>
        </p>
        <p className="text-15 text-quiet">{adminContactMessages.unverified}</p>
      </header>
      <section aria-labelledby="contact-text">
        <h2 id="contact-text" className="sr-only">
          {adminContactMessages.message}
        </h2>
        <p className="admin-quote" dir="auto">
          {message.message}
        </p>
      </section>
      {message.replies.length > 0 && <ReplyList replies={message.replies} />}
      {isClosed ? (
        <p className="text-quiet">{adminContactMessages.isClosed}</p>
      ) : (
        <>
          {/* The key empties the form after an answer was sent. */}
          <ReplyForm key={message.replies.length} refused={refused} isBusy={isBusy} />
          <AssignForm message={message} />
        </>
      )}
      <Form method="post" preventScrollReset>
        <Button type="submit" name="intent" value={isClosed ? 'reopen' : 'close'}>
          {isClosed ? adminContactMessages.reopen : adminContactMessages.close}
        </Button>
      </Form>
    </>
  )
}

function ReplyList({ replies }: Pick<ContactMessage, 'replies'>) {
  return (
    <section className="flex flex-col gap-3" aria-labelledby="contact-replies">
      <h2 id="contact-replies" className="text-21">
        {adminContactMessages.conversation}
      </h2>
      <ul className="admin-cards">
        {replies.map(({ id, author, body, sent_at }) => {
          const when = formatDateTimeUtc(sent_at)
          return (
            <li key={id} className="admin-card">
              <p className="admin-facts">
                {author === null
                  ? adminContactMessages.answeredByErased({ when })
                  : adminContactMessages.answeredBy({ username: author, when })}
              </p>
              <p className="whitespace-pre-wrap wrap-anywhere" dir="auto">
                {body}
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function ReplyForm({ refused, isBusy }: Pick<ContactMessageViewProps, 'refused' | 'isBusy'>) {
  return (
    <Form method="post" className="admin-box" preventScrollReset>
      <TextAreaField
        label={adminContactMessages.reply}
        hint={adminContactMessages.replyHint}
        name="body"
        rows={6}
        dir="auto"
        maxLength={contactReplyMaxLength}
        defaultValue={refused?.values['body']}
        error={refused?.fields['body']}
      />
      <div className="admin-actions">
        <Button type="submit" name="intent" value="reply-and-close" variant="primary" busy={isBusy}>
          {adminContactMessages.sendAndClose}
        </Button>
        <Button type="submit" name="intent" value="reply" busy={isBusy}>
          {adminContactMessages.send}
        </Button>
      </div>
    </Form>
  )
}

function AssignForm({ message }: { message: ContactMessage }) {
  const { assignee, assignees } = message
  return (
    <Form
      key={assignee?.user_id ?? ''}
      method="post"
      className="flex flex-wrap items-end gap-3"
      preventScrollReset
    >
      <Select label={adminContactMessages.assignee} name="user_id" defaultValue={assignee?.user_id ?? ''}>
        <option value="">{adminContactMessages.nobody}</option>
        {assignees.map(({ user_id, username }) => (
          <option key={user_id} value={user_id}>
            @{username}
          </option>
        ))}
      </Select>
      <Button type="submit" name="intent" value="assign">
        {adminContactMessages.assign}
      </Button>
    </Form>
  )
}
