import { redirect } from 'react-router'
import { renderSVG } from 'uqr'
import { getSession } from '#contract/accounts.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  getSecondFactor,
  newRecoveryCodes,
} from '#contract/second-factor.ts'
import { listPasskeys } from '#contract/passkeys.ts'
import { isRefused, refusedForm, sayRefused, textIn } from '#web/features/account/form-answer.ts'
import { changePasskeys, type PasskeyDone } from '#web/features/account/passkeys/action.ts'
import { Passkeys } from '#web/features/account/passkeys/passkeys.tsx'
import { RecoveryCodes } from '#web/features/account/recovery-codes.tsx'
import { SecondStep } from '#web/features/account/second-step.tsx'
import { asked, settled } from '#web/features/account/say.ts'
import { BelowDashboard } from '#web/features/settings/below-dashboard.tsx'
import { Card } from '#web/features/settings/card.tsx'
import { verifiedCode } from '#web/features/auth-events.ts'
import { apiOf } from '#web/api/context.ts'
import { paths } from '#web/paths.ts'
import { putRight } from '#web/ui/notify.ts'
import { words as passkeyWords } from '#web/words/passkeys.ts'
import { words } from '#web/words/second-step.ts'
import type { Route } from './+types/signing-in.ts'
import { askOf } from './ask.ts'
import { metaOf } from './meta.ts'

export async function loader(args: Route.LoaderArgs) {
  const ask = askOf(args)
  const { me, site } = await ask(getSession, {})
  if (!me) throw redirect(paths.login(paths.signingIn))
  const [second, passkeys] = await Promise.all([ask(getSecondFactor, {}), ask(listPasskeys, {})])
  return { site: site.name, second, passkeys: passkeys.items }
}

/** Nothing of it stays in the browser: the secret and the codes are in this one answer. */
export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const intent = textIn(form, 'intent')
  const api = apiOf(args)
  const current = textIn(form, 'current_password')
  const body = current ? { current_password: current } : {}
  try {
    if (intent === 'begin') return { setup: drawn(await api(beginSecondFactor, { body })) }
    if (intent === 'codes') return { codes: (await api(newRecoveryCodes, { body })).recovery_codes }
    if (intent === 'confirm') {
      const confirmed = await api(confirmSecondFactor, { body: { code: textIn(form, 'code') } })
      return { codes: confirmed.recovery_codes, on: true }
    }
    const passkeys = await changePasskeys(form, api)
    if (passkeys) return { passkeys }
    await api(endSecondFactor, { body })
    return { off: true }
  } catch (thrown) {
    // Back to the code: what the app has already is shown again.
    const known = intent === 'confirm' && { secret: textIn(form, 'secret'), url: textIn(form, 'url') }
    return refusedForm(thrown, { intent, id: textIn(form, 'id'), name: textIn(form, 'name'), ...known })
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await asked(serverAction)
  if (isRefused(answer)) sayRefused(answer, words.failed)
  else {
    if ('on' in answer) verifiedCode()
    putRight()
  }
  return settled(answer)
}

function drawn({ secret, url }: { secret: string; url: string }) {
  return { secret, url, qr: renderSVG(url, { border: 2 }) }
}

export const meta: Route.MetaFunction = (args) =>
  metaOf(args, { title: words.title, description: words.description, noindex: true })

export default function SigningIn({ loaderData, actionData }: Route.ComponentProps) {
  const refused = isRefused(actionData) ? actionData : undefined
  const done = refused ? undefined : (actionData as Done | undefined)
  const isOfPasskeys = refused?.values.intent?.startsWith('passkey') === true
  const { secret, url } = refused?.values ?? {}
  const setup = done?.setup ?? (secret && url ? drawn({ secret, url }) : undefined)
  return (
    <BelowDashboard title={words.title} back={words.back}>
      {done?.codes ? (
        <Card heading="h2" id="recovery-codes" title={words.codesTitle}>
          <RecoveryCodes codes={done.codes} site={loaderData.site} />
        </Card>
      ) : (
        <Card heading="h2" id="second-step" title={words.step}>
          <SecondStep
            state={loaderData.second}
            setup={setup}
            answer={isOfPasskeys ? undefined : refused}
            turnedOff={done?.off === true}
          />
        </Card>
      )}
      <Card heading="h2" id="passkeys" title={passkeyWords.title}>
        <Passkeys
          items={loaderData.passkeys}
          answer={isOfPasskeys ? refused : undefined}
          done={done?.passkeys}
        />
      </Card>
    </BelowDashboard>
  )
}

interface Done {
  setup?: ReturnType<typeof drawn>
  codes?: string[]
  off?: boolean
  passkeys?: PasskeyDone
}
