import { Link } from 'react-router'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { signUp, Site } from '#contract/accounts.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { notify, putRight } from '#web/ui/notify.ts'
import { words } from '#web/words/account.ts'
import { words as signup } from '#web/words/signup.ts'
import { LocalMail } from './mail-sent.tsx'

export interface Joined {
  joined: AnswerOf<typeof signUp> & { email: string; to: string }
}

/** The two toasts of the specification, one after the other. */
export function sayJoined({ joined }: Joined) {
  putRight()
  notify.good(...words.accountCreated)
  notify.goodNext(words.created, words.shownAs[joined.shown_as])
}

/** What stands there once the account exists: the whole story where there is no script, "check your mail" where that comes first. */
export function JoinedNote({ joined, mail }: Joined & { mail: Site['mail'] }) {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-21 font-bold">{words.accountCreated[1]}</p>
      <p>
        {signup.wrote}
        <strong className="break-all">{joined.email}</strong>. {words.shownAs[joined.shown_as]}
      </p>
      {mail === 'local' && <LocalMail />}
      <Link
        to={joined.signed_in ? joined.to : paths.login(joined.to)}
        className={buttonClass({ variant: 'primary', size: 'large' })}
      >
        {joined.signed_in ? words.goOn : words.signIn}
      </Link>
    </div>
  )
}
