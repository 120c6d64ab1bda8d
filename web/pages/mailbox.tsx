import { Fragment } from 'react'
import { redirect } from 'react-router'
import { listLetters } from '#contract/accounts.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { words } from '#web/words/mailbox.ts'
import type { Route } from './+types/mailbox.ts'
import { askOf } from './ask.ts'
import { metaOf } from './meta.ts'

/** The key that the server prints when it starts is kept by a cookie, and leaves the address bar. */
export async function loader(args: Route.LoaderArgs) {
  const key = args.url.searchParams.get('key')
  const kept = await askOf(args)(listLetters, { query: key === null ? {} : { key } })
  if (key !== null) throw redirect(paths.mailbox)
  return kept
}

export function meta(args: Route.MetaArgs) {
  return metaOf(args, { title: words.title, description: words.description, noindex: true })
}

/** Where mail goes while no mail server is configured (ruling 14). */
export default function MailboxPage({ loaderData: { letters } }: Route.ComponentProps) {
  return (
    <div className="page-inside max-w-[860px]! py-10">
      <h1>{words.title}</h1>
      <p className="mt-3 text-quiet">{words.text}</p>
      {letters.length === 0 && <EmptyState title={words.none} drawing="bell" />}
      {letters.map(({ id, at, to, subject, text }) => (
        <article key={id} className="mt-6 rounded-card bg-raised p-6">
          <h2 className="text-21">{subject}</h2>
          <p className="mt-1 text-13 text-quiet">
            {words.to(to)}
            <time dateTime={at}>{words.at(at.replace('T', ' ').slice(0, 16))}</time>
          </p>
          <p className="mt-4 whitespace-pre-line wrap-anywhere">
            <Linked text={text} />
          </p>
        </article>
      ))}
    </div>
  )
}

/** Plain text with its links made pressable. */
function Linked({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s<>]+)/).map((part, index) =>
    index % 2 ? (
      <a key={index} href={part} className="link">
        {part}
      </a>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  )
}
