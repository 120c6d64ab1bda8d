/*
 * Signs in, prints the newest videos that the member can find, and likes the first one.
 *
 *   AFTERBELL_URL=http://localhost:3000 AFTERBELL_EMAIL=… AFTERBELL_PASSWORD=… node examples/list-videos.ts
 */
import { createAfterbellClient, signIn } from '../src/index.ts'

const { AFTERBELL_URL, AFTERBELL_EMAIL, AFTERBELL_PASSWORD } = process.env
if (!AFTERBELL_URL || !AFTERBELL_EMAIL || !AFTERBELL_PASSWORD)
  throw new Error('Set AFTERBELL_URL, AFTERBELL_EMAIL and AFTERBELL_PASSWORD.')

const site = createAfterbellClient({ baseUrl: AFTERBELL_URL })
const tokens = await signIn(site, { email: AFTERBELL_EMAIL, password: AFTERBELL_PASSWORD })
const client = createAfterbellClient({
  baseUrl: AFTERBELL_URL,
  getAccessToken: () => tokens.accessToken,
})

const { data: videos, error } = await client.GET('/api/content', { params: { query: { limit: 5 } } })
if (!videos) throw new Error(error.error.detail)
for (const { title, creator, likes_count } of videos.items)
  process.stdout.write(`${title} by ${creator.username}, ${likes_count} likes\n`)

const [first] = videos.items
if (first) {
  const params = { path: { id: first.id } }
  const liked = await client.PUT('/api/content/{id}/like', { params })
  process.stdout.write(liked.data ? `Liked ${first.title}\n` : `${liked.error.error.detail}\n`)
}
