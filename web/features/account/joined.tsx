import { Link } from 'react-router'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { signUp, Site } from '#contract/accounts.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { notify } from '#web/ui/notify.ts'

export interface Joined {
  joined: AnswerOf<typeof signUp> & { email: string; to: string }
}

const shownAs = {
  minor_username: 'Your account is set to show your username publicly.',
  adult_username: 'Your account will display your username publicly.',
  adult_full_name: 'Your account will display your full name publicly.',
}
const created = ['Account Created!', 'Check your email to confirm your account.'] as const

/** The two toasts of the specification. */
export function sayJoined({ joined }: Joined) {
  notify.good(...created)
  notify.good('Account created', shownAs[joined.shown_as])
}

/** What stands there once the account exists: the whole story where there is no script, "check your mail" where that comes first. */
export function JoinedNote({ joined, mail }: Joined & { mail: Site['mail'] }) {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-21 font-bold">{created[1]}</p>
      <p>
        We wrote to <strong className="break-all">{joined.email}</strong>. {shownAs[joined.shown_as]}
      </p>
      {mail === 'local' && <LocalMail />}
      <Link
        to={joined.signed_in ? joined.to : paths.login(joined.to)}
        className={buttonClass({ variant: 'primary', size: 'large' })}
      >
        {joined.signed_in ? 'Go on' : 'Sign In'}
      </Link>
    </div>
  )
}

/** Honest about a site that has no mail server: the letter exists, but it does not travel. */
export function LocalMail() {
  return (
    <p className="text-15 text-quiet">
      This site has no mail server yet: its letters are kept on the machine it runs on, readable there at
      /dev/mail.
    </p>
  )
}
