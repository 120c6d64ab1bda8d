import { Link, redirect } from 'react-router'
import { ages } from '#contract/limits.ts'
import { getSession, signInSocial, signUp, socialProviders } from '#contract/accounts.ts'
import { getSafety } from '#contract/safety.ts'
import { AccountPage } from '#web/features/account/account-page.tsx'
import {
  aboutYouIn,
  isRefused,
  refusedFields,
  refusedForm,
  textIn,
} from '#web/features/account/form-answer.ts'
import { type Joined, JoinedNote, sayJoined } from '#web/features/account/joined.tsx'
import { asked, saySignUpRefused, settled } from '#web/features/account/say.ts'
import { refusedAge } from '#web/features/account/refused-age.ts'
import { SignupForm } from '#web/features/account/signup-form.tsx'
import { tellingRules } from '#web/features/account/use-telling.ts'
import { SocialButtons } from '#web/features/account/social-buttons.tsx'
import { apiOf } from '#web/api/context.ts'
import { paths, safeNext } from '#web/paths.ts'
import { words as common } from '#web/words/account.ts'
import { words } from '#web/words/signup.ts'
import type { Route } from './+types/signup.ts'
import { askOf } from './ask.ts'
import { metaOf } from './meta.ts'

export async function loader(args: Route.LoaderArgs) {
  const ask = askOf(args)
  const [{ me, site }, safety] = await Promise.all([ask(getSession, {}), ask(getSafety, {})])
  if (me) throw redirect(paths.dashboard)
  const next = args.url.searchParams.get('next') ?? undefined
  return { social: site.social, mail: site.mail, minAge: site.min_age, telling: tellingRules(safety), next }
}

const kept = [
  'full_name',
  'first_name',
  'email',
  'age',
  'username',
  'display_name_mode',
  'terms',
  'marketing',
]

export async function action(args: Route.ActionArgs) {
  const api = apiOf(args)
  const form = await args.request.formData()
  const values = Object.fromEntries(kept.map((name) => [name, textIn(form, name)]))
  const next = args.url.searchParams.get('next')
  const provider = socialProviders.find((name) => name === form.get('provider'))
  try {
    if (provider)
      return redirect(
        (await api(signInSocial, { params: { provider }, query: { next: safeNext(next) } })).url,
      )
    const body = bodyOf(values, form)
    const refused = refusedFields(signUp.body!, body, values, await refusedAge(args, body.age))
    if (refused) return refused
    const to = safeNext(next)
    const joined = { ...(await api(signUp, { body: body as never })), email: body.email, to }
    return { joined } satisfies Joined
  } catch (thrown) {
    return refusedForm(thrown, values)
  }
}

function bodyOf(values: Record<string, string>, form: FormData) {
  const { email, first_name } = values
  const password = textIn(form, 'password')
  return { ...aboutYouIn(values, form), email: email!, password, ...(first_name && { first_name }) }
}

/** With script the page does not stop at "Account Created!": it says so and goes on. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await asked(serverAction)
  saySignUpRefused(answer)
  if (!('joined' in answer)) return settled(answer)
  sayJoined(answer)
  if (answer.joined.signed_in) throw redirect(answer.joined.to)
  return answer
}

export const meta: Route.MetaFunction = (args) =>
  metaOf(args, {
    title: words.title,
    description: words.description(args.loaderData?.minAge ?? ages.min),
    noindex: true,
  })

export default function Signup({ loaderData, actionData }: Route.ComponentProps) {
  const joined = actionData && 'joined' in actionData ? actionData : undefined
  return (
    <AccountPage
      poster={joined ? words.posterJoined : words.poster}
      text={words.text(loaderData.minAge)}
      hue="talent"
      title={joined ? common.accountCreated[0] : words.title}
    >
      {joined ? (
        <JoinedNote {...joined} mail={loaderData.mail} />
      ) : (
        <>
          <SignupForm
            answer={isRefused(actionData) ? actionData : undefined}
            minAge={loaderData.minAge}
            telling={loaderData.telling}
          />
          <SocialButtons social={loaderData.social} verb={words.socialVerb} />
          <p>
            {words.already}{' '}
            <Link to={paths.login(loaderData.next)} className="link">
              {words.signIn}
            </Link>
          </p>
        </>
      )}
    </AccountPage>
  )
}
