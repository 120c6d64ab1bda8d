import { redirect } from 'react-router'
import { renderSVG } from 'uqr'
import { getSession } from '#contract/accounts/current-user.ts'
import {
  beginTwoFactorSetup,
  confirmTwoFactorSetup,
  deleteTwoFactor,
  getTwoFactorStatus,
  createRecoveryCodes,
} from '#contract/auth/two-factor.ts'
import { listPasskeys } from '#contract/auth/passkeys.ts'
import { listOwnSignInProviders } from '#contract/auth/sign-in-providers.ts'
import {
  isFormFailure,
  toFormFailure,
  showFormFailureToast,
  getFormFieldValue,
} from '#web/features/account/forms/account-form-handling.ts'
import { handlePasskeyAction, type PasskeyChange } from '#web/features/account/passkeys/passkey-actions.ts'
import { PasskeyList } from '#web/features/account/passkeys/passkey-list.tsx'
import { handleProviderAction } from '#web/features/account/sign-in-providers/provider-actions.ts'
import {
  getProviderName,
  parseProviderFailure,
} from '#web/features/account/sign-in-providers/provider-failure.ts'
import { ProviderList } from '#web/features/account/sign-in-providers/provider-list.tsx'
import { RecoveryCodes } from '#web/features/account/two-factor/recovery-codes.tsx'
import { TwoFactorSettings } from '#web/features/account/two-factor/two-factor-settings.tsx'
import { callServerAction, withFormFailureStatus } from '#web/features/account/forms/account-form-results.ts'
import { DashboardSubpage } from '#web/features/settings/dashboard-subpage.tsx'
import { SettingsCard } from '#web/features/settings/settings-card.tsx'
import { markTwoFactorVerified } from '#web/features/auth/auth-events.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import { pagePaths } from '#web/paths.ts'
import { dismissErrorToasts } from '#web/ui/overlays/toast-store.ts'
import { passkeyMessages } from '#web/messages/account/passkeys.ts'
import { signInProviderMessages } from '#web/messages/account/sign-in-providers.ts'
import { twoFactorMessages } from '#web/messages/account/two-factor.ts'
import type { Route } from './+types/sign-in-settings-page.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { buildPageMeta } from '../layout/page-meta.ts'

export async function loader(args: Route.LoaderArgs) {
  const loaderApi = createLoaderApiClient(args)
  const { me, site } = await loaderApi(getSession, {})
  if (!me) throw redirect(pagePaths.signIn(pagePaths.signInSettings))
  const [second, passkeys, providers] = await Promise.all([
    loaderApi(getTwoFactorStatus, {}),
    loaderApi(listPasskeys, {}),
    loaderApi(listOwnSignInProviders, {}),
  ])
  const { searchParams } = args.url
  const connected = getProviderName(searchParams.get('connected'), site)
  return {
    site: site.name,
    second,
    passkeys: passkeys.items,
    providers: providers.items,
    isMissing: me.needs_second_factor === true,
    failure: parseProviderFailure(searchParams, site),
    connected: connected ? { change: 'connected' as const, name: connected } : undefined,
  }
}

/**
 * The two-factor secret and the recovery codes are sent only in the response of this action. The browser does
 * not store the secret or the recovery codes.
 */
export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const intent = getFormFieldValue(form, 'intent')
  const api = createApiClientFromContext(args)
  const current = getFormFieldValue(form, 'current_password')
  const body = current ? { current_password: current } : {}
  try {
    if (intent === 'begin') return { setup: renderSetupQrCode(await api(beginTwoFactorSetup, { body })) }
    if (intent === 'codes') return { codes: (await api(createRecoveryCodes, { body })).recovery_codes }
    if (intent === 'confirm') {
      const confirmed = await api(confirmTwoFactorSetup, { body: { code: getFormFieldValue(form, 'code') } })
      return { codes: confirmed.recovery_codes, on: true }
    }
    const passkeys = await handlePasskeyAction(form, api)
    if (passkeys) return { passkeys }
    const disconnected = await handleProviderAction(form, api)
    if (disconnected) return { disconnected }
    await api(deleteTwoFactor, { body })
    return { off: true }
  } catch (thrown) {
    // The browser is sent to the provider.
    if (thrown instanceof Response) throw thrown
    // If the code was wrong, show the same setup data again, because the authenticator app already contains
    // the secret.
    const known = intent === 'confirm' && {
      secret: getFormFieldValue(form, 'secret'),
      url: getFormFieldValue(form, 'url'),
    }
    return toFormFailure(thrown, {
      intent,
      id: getFormFieldValue(form, 'id'),
      name: getFormFieldValue(form, 'name'),
      ...known,
    })
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await callServerAction(serverAction)
  if (isFormFailure(answer)) showFormFailureToast(answer, twoFactorMessages.failed)
  else {
    if ('on' in answer) markTwoFactorVerified()
    dismissErrorToasts()
  }
  return withFormFailureStatus(answer)
}

function renderSetupQrCode({ secret, url }: { secret: string; url: string }) {
  return { secret, url, qr: renderSVG(url, { border: 2 }) }
}

export const meta: Route.MetaFunction = (args) =>
  buildPageMeta(args, {
    title: twoFactorMessages.title,
    description: twoFactorMessages.description,
    noindex: true,
  })

export default function SignInSettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const refused = isFormFailure(actionData) ? actionData : undefined
  const done = refused ? undefined : (actionData as SignInSettingsResult | undefined)
  const isOfPasskeys = refused?.values.intent?.startsWith('passkey') === true
  const isOfProviders = refused?.values.intent?.startsWith('provider') === true
  const disconnected = loaderData.providers.find(({ id }) => id === done?.disconnected)
  const { secret, url } = refused?.values ?? {}
  const setup = done?.setup ?? (secret && url ? renderSetupQrCode({ secret, url }) : undefined)
  return (
    <DashboardSubpage title={twoFactorMessages.title} back={twoFactorMessages.back}>
      {done?.codes ? (
        <SettingsCard heading="h2" id="recovery-codes" title={twoFactorMessages.codesTitle}>
          <RecoveryCodes codes={done.codes} site={loaderData.site} />
        </SettingsCard>
      ) : (
        <SettingsCard heading="h2" id="second-step" title={twoFactorMessages.step}>
          <TwoFactorSettings
            state={loaderData.second}
            setup={setup}
            answer={isOfPasskeys || isOfProviders ? undefined : refused}
            turnedOff={done?.off === true}
            isMissing={loaderData.isMissing}
          />
        </SettingsCard>
      )}
      <SettingsCard heading="h2" id="passkeys" title={passkeyMessages.title}>
        <PasskeyList
          items={loaderData.passkeys}
          answer={isOfPasskeys ? refused : undefined}
          done={done?.passkeys}
        />
      </SettingsCard>
      {loaderData.providers.length > 0 && (
        <SettingsCard heading="h2" id="providers" title={signInProviderMessages.title}>
          <ProviderList
            items={loaderData.providers}
            answer={isOfProviders ? refused : undefined}
            failure={actionData ? undefined : loaderData.failure}
            done={
              disconnected
                ? { change: 'disconnected', name: disconnected.name }
                : actionData
                  ? undefined
                  : loaderData.connected
            }
          />
        </SettingsCard>
      )}
    </DashboardSubpage>
  )
}

interface SignInSettingsResult {
  setup?: ReturnType<typeof renderSetupQrCode>
  codes?: string[]
  off?: boolean
  passkeys?: PasskeyChange
  disconnected?: string
}
