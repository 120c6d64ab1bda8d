/* Pages, errors and emails use the language from the URL, the account or the browser. */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { signIn, signUp } from '#contract/accounts/accounts.ts'
import { putLanguage } from '#contract/accounts/language.ts'
import { sendPasswordResetEmail } from '#contract/auth/passwords.ts'
import { mountPages } from '#server/platform/pages/mount-pages.ts'
import { db } from '#server/platform/db/db.ts'
import { listStoredEmails } from '#server/platform/email.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { type TestApp, startTestApp, type TestUser, validPassword } from '#tests/support/app/test-app.ts'

let testApp: TestApp
let ada: TestUser
before(async () => {
  testApp = await startTestApp({ working: true })
  await mountPages(testApp.app)
  ada = await testApp.signUpMember('ada')
})
after(() => testApp.close())

const fetchPage = (path: string, headers: Record<string, string> = {}) =>
  testApp.app.request(path, { headers: { host: 'localhost:3000', ...headers } })

async function readPage(path: string, headers: Record<string, string> = {}) {
  const response = await fetchPage(path, headers)
  const html = await response.text()
  return { response, html, opening: /<html[^>]*>/.exec(html)![0] }
}

test('a page uses the browser’s preferred language and its text direction', async () => {
  for (const [asked, tag, direction, text] of [
    ['es-MX,es;q=0.9,en;q=0.8', 'es', 'ltr', 'Iniciar sesión'],
    ['de,fr;q=0.7', 'fr', 'ltr', 'Se connecter'],
    ['ar-EG', 'ar', 'rtl', 'تسجيل الدخول'],
    ['de', 'en', 'ltr', 'Sign In'],
    ['fr;q=0,*;q=0.5', 'en', 'ltr', 'Sign In'],
  ] as const) {
    const { response, html, opening } = await readPage('/about', { 'accept-language': asked })
    assert.match(opening, new RegExp(`lang="${tag}" dir="${direction}"`), asked)
    assert.ok(html.includes(text), asked)
    assert.equal(response.headers.get('content-language'), tag)
    assert.match(response.headers.get('vary')!, /accept-language/i)
  }
})

test('the page language is taken from the URL, then the account, then the cookie, then the browser', async () => {
  const asked = { 'accept-language': 'fr', cookie: 'language=es' }
  assert.match((await readPage('/about', asked)).opening, /lang="es"/)
  assert.match((await readPage('/about?lang=ar', asked)).opening, /lang="ar"/)
  assert.match((await readPage('/about?lang=xx', asked)).opening, /lang="es"/)
  await ada.call(putLanguage, { body: { language: 'ar' } })
  const page = await ada.fetch('/about', { headers: { 'accept-language': 'fr' } })
  assert.match(await page.text(), /<html lang="ar" dir="rtl"/)
})

test('a page loads only the scripts for its own language', async () => {
  const scripts = async (language: string) => {
    const { html } = await readPage('/', { 'accept-language': language })
    return new Set(html.match(/\/assets\/[\w./-]+\.js/g))
  }
  const [english, spanish] = [await scripts('en'), await scripts('es')]
  assert.ok(![...english].some((url) => url.includes('/es-')))
  assert.ok([...spanish].some((url) => /\/assets\/es-\w{8}\//.test(url)))
  const name = (url: string) => url.split('/').at(-1)!
  assert.deepEqual(new Set([...spanish].map(name)), new Set([...english].map(name)))
  for (const url of spanish) assert.equal((await fetchPage(url)).status, 200, url)
})

test('the page cache stores one copy of a page per language', async () => {
  const [english, spanish, again] = [
    await readPage('/help', { 'accept-language': 'en' }),
    await readPage('/help', { 'accept-language': 'es' }),
    await readPage('/help', { 'accept-language': 'en-GB' }),
  ]
  assert.match(spanish.html, /Iniciar sesión/)
  assert.doesNotMatch(english.html, /Iniciar sesión/)
  assert.equal(again.response.headers.get('etag'), english.response.headers.get('etag'))
  assert.notEqual(spanish.response.headers.get('etag'), english.response.headers.get('etag'))
})

test('every page links to its versions in other languages for search engines', async () => {
  const { html } = await readPage('/about')
  const links = [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="[^"]*\/about([^"]*)"/gi)]
  assert.deepEqual(
    links.map(([, tag, query]) => [tag, query]),
    [
      ['en', '?lang=en'],
      ['es', '?lang=es'],
      ['fr', '?lang=fr'],
      ['ar', '?lang=ar'],
      ['x-default', ''],
    ],
  )
  const spanish = await readPage('/about?lang=es')
  assert.match(spanish.html, /<link rel="canonical" href="[^"]*\/about\?lang=es"/)
})

test('the language form works without JavaScript, and returns to the page from which it was submitted', async () => {
  const send = (next: string, cookie = '') =>
    testApp.app.request('/language', {
      method: 'POST',
      headers: {
        host: 'localhost:3000',
        origin: 'http://localhost:3000',
        cookie,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ language: 'fr', next }).toString(),
    })
  const chosen = await send('/about?lang=es')
  assert.equal(chosen.status, 303)
  assert.equal(chosen.headers.get('location'), '/about')
  assert.match(chosen.headers.getSetCookie().join(), /language=fr; Path=\/; Max-Age=\d+/)
  const elsewhere = await send('https://evil.example/')
  assert.equal(elsewhere.headers.get('location'), '/')
  const withoutConsent = await send('/about', 'cookie-choice=none')
  assert.equal(withoutConsent.headers.get('location'), '/about?lang=fr')
  assert.deepEqual(withoutConsent.headers.getSetCookie(), [])
})

test('API error messages use the language of the request', async () => {
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'wrong password' })
  const refuse = async (language: string) => {
    const response = await testApp.app.request(signIn.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body,
    })
    return ((await response.json()) as { error: { detail: string } }).error.detail
  }
  assert.equal(await refuse('es'), 'El correo o la contraseña no son correctos.')
  assert.equal(await refuse('en'), 'The email or password is incorrect.')
  assert.equal(await refuse('de'), 'The email or password is incorrect.')
})

test('emails use the language of the recipient’s account, not the language of the request', async () => {
  await ada.call(putLanguage, { body: { language: 'es' } })
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', ada.id)
    .executeTakeFirstOrThrow()
  await testApp.anonymousUser().call(sendPasswordResetEmail, { body: { email } })
  const found = await waitUntil(async () => {
    const emails = await listStoredEmails()
    return emails.find(({ to, subject }) => to === email && /contraseña/.test(subject))
  })
  assert.match(found.subject, /^Elige una contraseña nueva para /)
})

test('a new account keeps the language in which the person signed up', async () => {
  const zoe = testApp.anonymousUser()
  const response = await zoe.fetch(signUp.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'fr' },
    body: JSON.stringify({
      full_name: 'Zoe Example',
      email: 'zoe@example.com',
      age: 16,
      username: 'zoe',
      password: validPassword,
      terms: true,
    }),
  })
  assert.equal(response.status, signUp.status)
  const page = await zoe.fetch('/about', { headers: { 'accept-language': 'en' } })
  assert.match(await page.text(), /<html lang="fr"/)
})
