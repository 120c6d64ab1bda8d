import { deleteSubject, type sendMessage } from '#contract/contact.ts'
import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import { deletion } from '#contract/limits.ts'
import { Refusal } from '#contract/refusals.ts'
import { proveOneself } from '../accounts/proof.ts'
import { bookDeletion } from '../leaving/book.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import { idOf, type Viewer } from '../platform/http/viewer.ts'
import { post } from '../platform/mail.ts'
import { messageLetter } from './letter.ts'
import { refuseFlood } from './pace.ts'

type Message = ParsedOf<typeof sendMessage>['body']

/**
 * Takes a message: it is stored and a letter goes to the contact mailbox, both or neither. The deletion subject books
 * the deletion of the account that is signed in (ruling 25); without one it is only a letter, for the address in the
 * form proves nothing.
 */
export async function send(
  viewer: Viewer,
  message: Message,
  address: string,
): Promise<AnswerOf<typeof sendMessage>> {
  const leaver = message.subject === deleteSubject && viewer.kind === 'member' ? viewer : null
  if (leaver && !message.confirmed) throw new Refusal('deletion_unconfirmed')
  // An open session alone, such as one left behind on a shared computer, deletes nothing.
  if (leaver) await proveOneself(leaver, message)
  await refuseFlood(message.email, address)
  return transaction(async (tx) => {
    await store(tx, viewer, message)
    await post(tx, messageLetter(viewer, message))
    return { deletion: leaver ? timetable(await bookDeletion(tx, leaver)) : null }
  })
}

async function store(tx: Tx, viewer: Viewer, message: Message): Promise<void> {
  const { firstName, lastName, email, subject, topic, message: text } = message
  await tx
    .insertInto('contact_messages')
    .values({
      user_id: idOf(viewer),
      first_name: firstName,
      last_name: lastName,
      email,
      subject,
      topic: topic ?? null,
      message: text,
    })
    .execute()
}

function timetable(bookedAt: Date) {
  const after = (hours: number) => new Date(bookedAt.getTime() + hours * 3600_000).toISOString()
  return { cancel_until: after(deletion.cancelHours), erased_by: after(deletion.erasedHours) }
}
