import type { TestUser } from '../app/test-app.ts'

/** Starts signing in with a provider. Returns the URL of the provider to which the site sends the browser. */
export async function startSignInWith(who: TestUser, provider: string, next?: string): Promise<URL> {
  const query = next ? `?${new URLSearchParams({ next })}` : ''
  const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const response = await who.fetch(`/api/session/${provider}${query}`, init)
  const { url } = (await response.json()) as { url: string }
  return new URL(url)
}

/**
 * Signs in at a provider like a browser: follows redirects, keeps cookies and submits the form. Returns the URL to which
 * the provider sends the browser back.
 */
export async function signInAtProvider(authorization: URL, login: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = authorization
  let init: RequestInit = {}
  for (let requests = 0; requests < 10; requests += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      cookies.set(name!, value!)
    }
    const location = response.headers.get('location')
    const text = await response.text()
    if (location === null) {
      if (!text.includes('name="login"')) throw new Error(`the provider shows ${response.status}: ${text}`)
      init = { method: 'POST', body: new URLSearchParams({ login }) }
      continue
    }
    init = {}
    url = new URL(location, url)
    if (url.origin !== authorization.origin) return url
  }
  throw new Error('the provider redirects too often')
}

/** Opens the callback URL in the browser of this person, and returns the path to which the site redirects. */
export async function openCallback(who: TestUser, callback: URL): Promise<string> {
  const response = await who.fetch(callback.pathname + callback.search)
  return response.headers.get('location') ?? `${response.status}`
}

/** Signs in with a provider from start to end, and returns the path to which the site redirects. */
export async function signInWithProvider(who: TestUser, provider: string, login: string): Promise<string> {
  return openCallback(who, await signInAtProvider(await startSignInWith(who, provider), login))
}
