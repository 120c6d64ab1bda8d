import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { freshDataDir, type StartedServer, startServer } from '../support/server.ts'
import { expect, join, test } from './support/site.ts'

/** What is right to see, by preset and age (design/safety.md). */
const right = {
  'standard 13': { audience: 'Everyone', profile: 'Public', comments: 'Everyone', rated: 'Hidden' },
  'standard 19': { audience: 'Everyone', profile: 'Public', comments: 'Everyone', rated: 'Shown' },
  'strict 13': { audience: null, profile: 'Private', comments: 'Followers', rated: 'Hidden' },
  'strict 19': { audience: 'Everyone', profile: 'Public', comments: 'Everyone', rated: 'Shown' },
} as const

let strict: StartedServer
test.beforeAll(async () => {
  strict = await startServer({ dataDir: await freshDataDir(), env: { SAFETY_PRESET: 'strict' } })
})
test.afterAll(async () => {
  await strict.stop()
  await rm(strict.dataDir, { recursive: true, force: true })
})

for (const preset of ['standard', 'strict'] as const)
  test(`the screens of a 13-year-old and of a 19-year-old are right under the ${preset} preset`, async ({
    person,
    server,
  }) => {
    test.setTimeout(180_000)
    const baseURL = preset === 'strict' ? strict.url : server.url
    for (const age of [13, 19] as const) {
      const page = await person({ baseURL })
      await joinsAt(page, age, `${preset}_${age}`)
      const { audience, profile, comments, rated } = right[`${preset} ${age}`]

      await page.goto('/create')
      const checked = page.locator('input[name=visibility]:checked')
      if (audience) await expect(checked.locator('xpath=..')).toContainText(audience)
      else await expect(checked).toHaveCount(0)

      await page.goto('/safety')
      await expect(page.locator('.safety-table tbody tr')).toHaveCount(16)
      const now = (setting: string) => page.locator(`[data-setting=${setting}] > strong`)
      await expect(now('profile')).toHaveText(profile)
      await expect(now('comments_from')).toHaveText(comments)
      await expect(now('rated_16')).toHaveText(rated)
      if (age === 13) await expect(page.locator('[data-setting=outside] button')).toHaveCount(0)

      await page.goto('/dashboard#safety')
      await stricterAtOnceLooserAsks(page)
    }
    const visitor = await person({ baseURL })
    await visitor.goto('/safety')
    await expect(visitor.locator('.safety-table tbody tr')).toHaveCount(16)
    await expect(visitor.locator('.safety-table button')).toHaveCount(0)
  })

/** Age decides whether the form asks how one wants to be shown. */
async function joinsAt(page: Page, age: 13 | 19, name: string) {
  await page.goto('/signup')
  await page.getByLabel('Age').fill(String(age))
  await expect(page.getByText('What do others see?')).toBeVisible({ visible: age === 19 })
  await expect(page.getByText('You are shown by your username only.')).toBeVisible({ visible: age === 13 })
  await join(page, name, age)
}

async function stricterAtOnceLooserAsks(page: Page) {
  const setting = page.locator('#safety [data-setting=comments_from]')
  const before = await setting.locator('> strong').innerText()
  await setting.getByRole('button', { name: 'Nobody' }).click()
  await expect(setting.locator('> strong')).toHaveText('Nobody')
  await expect(setting).toContainText('Saved.')
  await setting.getByRole('button', { name: before, exact: true }).click()
  await expect(setting).toContainText(`From “Nobody” to “${before}”.`)
  await setting.getByRole('button', { name: 'Leave it' }).click()
  await expect(setting.getByRole('button', { name: 'Leave it' })).toHaveCount(0)
  await expect(setting.locator('> strong')).toHaveText('Nobody')
  await setting.getByRole('button', { name: before, exact: true }).click()
  await setting.getByRole('button', { name: 'Change it' }).click()
  await expect(setting.locator('> strong')).toHaveText(before)
}

test('where the preset is strict, an age that was refused stays refused in that browser', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/status of 422/)
  const page = await person({ baseURL: strict.url })
  await page.goto('/signup')
  await page.getByLabel('Age').fill('12')
  await page.getByRole('button', { name: 'Join Free' }).click()
  const refusal = page.getByText('Only users aged 13–19 can create an account.')
  await expect(refusal.first()).toBeVisible()
  await page.getByLabel('Age').fill('15')
  await page.getByRole('button', { name: 'Join Free' }).click()
  await expect(page.getByText(/You can try again tomorrow\./).first()).toBeVisible()
})
