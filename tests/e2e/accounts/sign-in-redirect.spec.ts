import { openRedirectPayloads } from '#tests/support/fixtures/open-redirect-payloads.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { expect, testPassword, test } from '#tests/support/browser/browser-test.ts'

test('signing in redirects only to pages of this site', async ({ person, server }) => {
  const ada = await person()
  await signUpOverHttp(server.url, 'next_ada')
  const form = { email: 'next_ada@example.com', password: testPassword }
  const headers = { origin: server.url }
  const leads = async (query: string) => {
    const answer = await ada.request.post(`/login?${query}`, { form, headers, maxRedirects: 0 })
    expect(answer.status(), query).toBe(302)
    return new URL(answer.headers()['location']!, server.url)
  }
  expect((await leads('next=%2Fmusic%3Fa%3D1')).pathname).toBe('/music')
  // Each sign-in takes a tenth of a second, so this test tries only every third redirect payload.
  // web/paths.test.ts tries all payloads.
  for (const trick of openRedirectPayloads.filter((_, at) => at % 3 === 0)) {
    const to = await leads(new URLSearchParams({ next: trick }).toString())
    expect([to.origin, to.pathname], trick).toEqual([server.url, '/dashboard'])
  }
  for (const query of [
    'next=//evil.example',
    'next=/music&next=//evil.example',
    'next=//evil.example&next=/music',
  ])
    expect((await leads(query)).origin, query).toBe(server.url)

  // In a browser with JavaScript, the sign-in must not redirect to another site.
  await ada.context().clearCookies()
  await ada.goto(`/login?${new URLSearchParams({ next: '/\\evil.example' })}`)
  await ada.getByRole('textbox', { name: 'Email' }).fill(form.email)
  await ada.getByLabel('Password', { exact: true }).fill(testPassword)
  await ada.getByRole('button', { name: 'Sign In', exact: true }).click()
  await ada.waitForURL('**/dashboard')
  expect(new URL(ada.url()).origin).toBe(server.url)
})
