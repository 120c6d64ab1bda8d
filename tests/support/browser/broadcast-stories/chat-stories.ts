import { announceBroadcast, chatBox, chatLog, insertFollow } from '../broadcast-chat.ts'
import {
  cameraSize,
  expectedBroadcastProblems,
  goLive,
  phone,
  signUpBroadcaster,
} from '../broadcast-studio.ts'
import { setSessionCookies } from '../browser-fixtures.ts'
import { expect } from '../browser-test.ts'
import { installNumberedCamera } from '../numbered-camera.ts'
import { signUpOverHttp } from '../../clients/http-test-client.ts'
import { runQuery } from '../../postgres/run-query.ts'
import type { BroadcastStory, StoryScreens } from './broadcast-story.ts'

/** A viewer and the creator chat. The creator removes a message, and turns on slow mode. */
export async function chatDuringBroadcast(
  { sites, person, expectedTrouble }: BroadcastStory,
  { tag, options = {}, capture = async () => {} }: StoryScreens,
): Promise<void> {
  expectedTrouble.push(/429|422/)
  const { creator: account, id } = await announceBroadcast(sites.creator, `chat_${tag}`)
  const creator = await person({ ...options, baseURL: sites.creator.url })
  await setSessionCookies(creator, account)
  const viewer = await person({ ...options, baseURL: sites.viewer.url })
  await setSessionCookies(viewer, await signUpOverHttp(sites.viewer.url, `fan_${tag}`))
  await Promise.all([creator.goto(`/watch/${id}`), viewer.goto(`/watch/${id}`)])
  await expect(chatLog(viewer)).toContainText('No messages yet. Say hi!')
  await chatBox(viewer).fill('Hello from the front row')
  await chatBox(viewer).press('Enter')
  await expect(chatBox(viewer)).toHaveValue('')
  await expect(chatLog(creator)).toContainText(`@fan_${tag} Hello from the front row`)
  await chatBox(creator).fill('Welcome everybody')
  await chatBox(creator).press('Enter')
  await expect(chatLog(viewer)).toContainText('Welcome everybody')
  await expect(chatLog(viewer).getByText('Creator', { exact: true })).toBeVisible()
  // The text of a message that was not sent stays in the box.
  await chatBox(viewer).fill('fuck this')
  await chatBox(viewer).press('Enter')
  await expect(viewer.getByText(/^Your message wasn’t sent/)).toBeVisible()
  await expect(chatBox(viewer)).toHaveValue('fuck this')
  await capture(viewer, 'chat-viewer')
  await chatBox(viewer).fill('')

  await creator.getByRole('button', { name: `More actions for the message by @fan_${tag}` }).click()
  await creator.getByRole('menuitem', { name: 'Remove message' }).click()
  await expect(chatLog(viewer).getByText('Hello from the front row')).toHaveCount(0)
  await expect(chatLog(creator).getByText('Hello from the front row')).toHaveCount(0)

  await creator.getByText('Chat settings').click()
  await creator.getByLabel('Slow mode').selectOption('120')
  await expect(viewer.getByText('Slow mode: one message every 120 seconds.')).toBeVisible()
  await chatBox(viewer).fill('First in slow mode')
  await chatBox(viewer).press('Enter')
  await expect(viewer.getByRole('timer')).toHaveText(/^You can send again in 1[12]\d seconds\.$/)
  await chatBox(viewer).fill('Too soon')
  await expect(viewer.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true')
  await creator.getByText('Removed messages').click()
  await expect(creator.getByText(`Removed by @chat_${tag}`)).toBeVisible()
  await creator.getByLabel('Username of a follower').fill(`fan_${tag}`)
  await creator.getByRole('button', { name: 'Add helper' }).click()
  await expect(creator.getByText('Only people who follow you can be helpers.')).toBeVisible()
  await capture(creator, 'chat-creator')
  await capture(viewer, 'chat-slow-mode')
}

/** The creator approves a held message on the page of the broadcast, and a helper removes a message. */
export async function moderateChatFromStudio(
  { sites, person, expectedTrouble }: BroadcastStory,
  { tag, options = {}, capture = async () => {} }: StoryScreens,
): Promise<void> {
  expectedTrouble.push(...expectedBroadcastProblems)
  const [creatorName, helperName, fanName] = [`studio_${tag}`, `aide_${tag}`, `fan_${tag}`]
  const creator = await person({ ...phone, ...options, baseURL: sites.creator.url })
  await signUpBroadcaster(sites.creator, creator, creatorName)
  await runQuery(
    sites.creator.databaseUrl,
    `update profiles set held_words = 'spoiler*' where username = $1`,
    [creatorName],
  )
  await installNumberedCamera(creator, cameraSize)
  const id = await goLive(sites.creator, creator, `Chat in the studio (${tag})`)
  await expect(chatLog(creator)).toContainText('No messages yet. Say hi!')

  const helper = await person({ ...options, baseURL: sites.viewer.url })
  await setSessionCookies(helper, await signUpOverHttp(sites.viewer.url, helperName))
  await insertFollow(sites.creator, helperName, creatorName)
  const fan = await person({ ...options, baseURL: sites.viewer.url })
  await setSessionCookies(fan, await signUpOverHttp(sites.viewer.url, fanName))
  await Promise.all([helper.goto(`/watch/${id}`), fan.goto(`/watch/${id}`)])

  await chatBox(fan).fill('Spoilers: the duck did it')
  await chatBox(fan).press('Enter')
  await expect(fan.getByText('Waiting for approval. Only you can see it.')).toBeVisible()
  await expect(chatLog(creator)).toContainText('Only you and the author can see this.')
  await capture(creator, 'studio-chat-held')
  await expect(chatLog(helper).getByText('Spoilers')).toHaveCount(0)
  await creator.getByRole('button', { name: 'Approve' }).click()
  await expect(chatLog(helper).getByText('Spoilers: the duck did it')).toHaveCount(1)
  await expect(creator.getByText('Only you and the author can see this.')).toHaveCount(0)

  await creator.getByText('Chat settings').click()
  await expect(creator.getByText('You have no helpers yet.')).toBeVisible()
  await creator.getByLabel('Username of a follower').fill(`@${helperName}`)
  await creator.getByRole('button', { name: 'Add helper' }).click()
  await expect(creator.getByText(`@${helperName} is a helper now`)).toBeVisible()
  await expect(creator.getByRole('button', { name: `Remove @${helperName} as a helper` })).toBeVisible()

  // The helper learns it when the chat loads.
  await helper.reload()
  await expect(helper.getByText('You’re a helper in this chat. You can remove messages.')).toBeVisible()
  await capture(helper, 'chat-helper')
  await helper.getByRole('button', { name: `More actions for the message by @${fanName}` }).click()
  await helper.getByRole('menuitem', { name: 'Remove message' }).click()
  for (const page of [helper, fan, creator])
    await expect(chatLog(page).getByText('Spoilers: the duck did it')).toHaveCount(0)
  await creator.getByText('Removed messages').click()
  await expect(creator.getByText(`Removed by @${helperName}`)).toBeVisible()
  await capture(creator, 'studio-chat-settings')

  await helper.getByRole('button', { name: 'Stop helping' }).click()
  await expect(helper.getByText('You’re a helper in this chat.')).toHaveCount(0)
}
