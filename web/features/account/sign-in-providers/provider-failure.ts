import type { SiteInfo } from '#contract/site-info.ts'
import { accountFormMessages } from '#web/messages/account/account-forms.ts'
import { signInProviderMessages } from '#web/messages/account/sign-in-providers.ts'

/** A failed sign-in with a provider, as the query string of the page describes it. */
export interface ProviderFailure {
  /** The error code of the server or, if the provider reported the error, of the provider. */
  code: string
  /** The name of the provider, or undefined if the provider is unknown. */
  name: string | undefined
  minAge: number
}

export function parseProviderFailure(query: URLSearchParams, site: SiteInfo): ProviderFailure | undefined {
  const code = query.get('error')
  if (code === null) return undefined
  return { code, name: getProviderName(query.get('provider'), site), minAge: site.min_age }
}

/** Returns the name of a provider that the site offers. */
export function getProviderName(id: string | null, { providers }: SiteInfo): string | undefined {
  const { google, apple } = accountFormMessages.social
  return [...providers, { id: 'google', name: google }, { id: 'apple', name: apple }].find(
    (provider) => provider.id === id,
  )?.name
}

export function describeProviderFailure({ code, name, minAge: min }: ProviderFailure): string {
  const { failures, anyProvider } = signInProviderMessages
  const describe = Object.hasOwn(failures, code) ? failures[code as keyof typeof failures] : failures.other
  return describe({ name: name ?? anyProvider, min })
}
