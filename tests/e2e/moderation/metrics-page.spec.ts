import pg from 'pg'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'
import { promoteStaff } from '#tests/support/postgres/promote-staff.ts'

test('admins can read the site’s metrics as a chart, as text and as a table, and other people cannot see them', async ({
  person,
  server,
  expectedTrouble,
}) => {
  expectedTrouble.push(/status of 404/)
  const [ruth, mila] = [
    await signUpOverHttp(server.url, 'ruth_runs', 19),
    await signUpOverHttp(server.url, 'mila_mods', 19),
  ]
  await promoteStaff(server.databaseUrl, 'ruth_runs@example.com', 'admin')
  await promoteStaff(server.databaseUrl, 'mila_mods@example.com', 'moderator')
  const database = new pg.Client({ connectionString: server.databaseUrl })
  await database.connect()
  // Inserts metrics of three processes. In two of the last 60 minutes, each process handled ten times as many
  // requests as in every other minute.
  await database.query(`insert into process_metrics
    select date_trunc('minute', now()) - make_interval(mins => n), process, role,
      jsonb_build_object('requests', case when n in (20, 21) then 6000 else 600 end, 'memory', 200e6, 'oldest', 30, 'films_waiting', 2)
    from generate_series(1, 60) as n, (values ('web-1', 'web'), ('web-2', 'web'), ('worker-1', 'worker')) as told (process, role)`)
  await database.end()

  for (const { shape, options } of screenVariants) {
    const page = await person(options)
    await setSessionCookies(page, ruth)
    await page.goto('/mod')
    await page.getByRole('link', { name: 'Metrics' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Metrics' })).toBeVisible()
    const chart = page.getByRole('figure', { name: 'Requests per second' })
    // The chart includes the server of this test run once that server has been running for a full minute.
    await expect(chart).toContainText(/Now [\d.]+ · peak \d{3} at \d\d:\d\d/)
    const processes = page.getByRole('table', { name: 'Processes' })
    for (const name of ['web-1', 'web-2', 'worker-1'])
      await expect(processes.getByRole('rowheader', { name })).toBeVisible()
    await chart.getByText('Show as a table').click()
    // The current minute has just begun and may have no value yet.
    const told = chart
      .getByRole('table')
      .getByRole('row')
      .filter({ hasText: /\d\d:\d\d\d/ })
    await expect(told.last()).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'figures', shape)
  }
  const page = await person()
  await setSessionCookies(page, mila)
  expect((await page.goto('/mod/figures'))?.status()).toBe(404)
  await page.goto('/mod')
  await expect(page.getByRole('heading', { level: 1, name: 'Moderation' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Metrics' })).toHaveCount(0)
})
