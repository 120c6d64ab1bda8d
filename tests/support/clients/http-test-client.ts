import { signIn, signUp } from '#contract/accounts/accounts.ts'
import type { ResponseOf, Endpoint, InputOf } from '#contract/endpoint.ts'
import { callApiWithFetch } from '#web/api/api-client.ts'

/** A client that sends requests over a network connection and keeps cookies. */
export class HttpTestClient {
  readonly url: string
  readonly cookies = new Map<string, string>()

  constructor(url: string) {
    this.url = url
  }

  /** Calls an endpoint. Throws ApiCallError if the call is refused. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<ResponseOf<E>> {
    return callApiWithFetch(this.fetch, endpoint, input)
  }

  readonly fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    if (cookie) headers.set('cookie', cookie)
    const response = await fetch(new URL(path, this.url), { ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) this.cookies.set(name, value)
      else this.cookies.delete(name)
    }
    return response
  }
}

/** Signs up a new member, 16 years old by default. */
export async function signUpOverHttp(url: string, username: string, age = 16): Promise<HttpTestClient> {
  const member = new HttpTestClient(url)
  const [email, password] = [`${username}@example.com`, 'kayak-lantern-42']
  const person = { full_name: 'Ada Example', email, age, username, password, terms: true as const }
  const { signed_in } = await member.call(signUp, { body: person })
  if (!signed_in) await member.call(signIn, { body: { email, password } })
  return member
}
