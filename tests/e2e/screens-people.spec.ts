import { deleteBlock, putBlock } from '#contract/apart.ts'
import { postComment } from '#contract/comments.ts'
import { approveFollow, putFollow } from '#contract/follows.ts'
import { updateProfile } from '#contract/profiles.ts'
import { sendReport } from '#contract/reports.ts'
import { joined } from '../media/member.ts'
import { film, signedInAs } from './support/films.ts'
import { look, shapes } from './support/look.ts'
import { expect, test } from './support/site.ts'

test.describe.configure({ mode: 'parallel' })

for (const { shape, options } of shapes)
  test(`what people are to each other can be used by everybody: ${shape}`, async ({
    person,
    server,
    expectedTrouble,
  }) => {
    test.setTimeout(120_000)
    expectedTrouble.push(/status of 404/)
    const of = (name: string) => `${name}_${shape.replace('-', '_')}`
    const [owner, fan, grown] = [
      await joined(server.url, of('own'), 17),
      await joined(server.url, of('kim')),
      await joined(server.url, of('jo'), 18),
    ]
    await owner.call(updateProfile, {
      body: { is_private: true, bio: 'Boards, bruises and the odd lighthouse.' },
    })
    const id = await film(owner, { title: 'Behind the gym', description: 'Only for who I know.' })
    const { me } = (await (await owner.fetch('/api/session')).json()) as { me: { id: string } }
    const fanId = ((await (await fan.fetch('/api/session')).json()) as { me: { id: string } }).me.id
    const [page, seen] = [await person(options), await person(options)]
    await signedInAs(page, owner)
    await signedInAs(seen, fan)

    await seen.goto(`/creator/${of('own')}`)
    await look(seen, 'creator-private', shape)
    await seen.getByRole('button', { name: /^Follow @/ }).click()
    await expect(seen.getByRole('button', { name: /^Requested/ })).toBeVisible()
    await look(seen, 'creator-requested', shape)
    await grown.call(putFollow, { params: { id: me.id } })
    await page.goto('/')
    await page
      .getByRole('link', { name: /^Notifications/ })
      .first()
      .click()
    await expect(page.getByText(`${of('jo')} (18+) wants to follow you`)).toBeVisible()
    await look(page, 'bell-requests', shape)
    await page.goto('/followers')
    await expect(page.getByText('18+')).toBeVisible()
    await look(page, 'followers-requests', shape)
    await page.goto('/notifications')
    await look(page, 'notifications-requests', shape)

    await owner.call(approveFollow, { params: { id: fanId } })
    await page.goto('/followers?list=followers')
    await look(page, 'followers-followers', shape)
    await fan.call(postComment, { params: { id }, body: { body: 'Where is this? It looks great' } })
    await seen.goto(`/creator/${of('own')}`)
    await look(seen, 'creator-followed', shape)
    await seen.getByRole('button', { name: /^More about/ }).click()
    await look(seen, 'creator-menu', shape)
    await seen.goto(`/watch/${id}`)
    await look(seen, 'watch-followed', shape)
    await seen.getByRole('button', { name: 'Report', exact: true }).click()
    const dialog = seen.getByRole('dialog', { name: /^Report/ })
    await expect(dialog).toBeVisible()
    await look(seen, 'report-1', shape)
    await dialog.getByRole('button', { name: 'It is mean or hateful' }).click()
    await look(seen, 'report-2', shape)
    await seen.goto('/')
    await expect(seen.getByRole('region', { name: 'Following' })).toBeVisible()
    await look(seen, 'home-following', shape)
    await fan.call(sendReport, { body: { subject: 'content', id, reason: 'spam' } })
    await seen.goto('/reports')
    await look(seen, 'reports-mine', shape)
    await page.goto('/dashboard#settings')
    await look(page, 'dashboard-people', shape)

    await owner.call(putBlock, { params: { id: fanId } })
    await seen.goto(`/creator/${of('own')}`)
    await expect(seen.getByRole('heading', { name: 'Creator not found' })).toBeVisible()
    await look(seen, 'creator-blocked', shape)
    await page.goto('/followers?list=blocked')
    await look(page, 'followers-blocked', shape)
    await owner.call(deleteBlock, { params: { id: fanId } })
    await page.goto('/followers?list=muted')
    await look(page, 'followers-muted-none', shape)
  })
