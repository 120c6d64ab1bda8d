/* Faults of what the product stands on, each once or twice; `npm run test:faults` makes each happen as often as it must. */
import test from 'node:test'
import { mail } from './mail.ts'
import { postgres } from './postgres.ts'
import { short } from './short.ts'
import { sigterm } from './sigterm.ts'

test(
  'PostgreSQL restarted under load: 503 in words for a moment, and nothing acknowledged is lost',
  short(postgres),
)

test(
  'SIGTERM under load: answers finish, pages come back to their live updates, the job returns to the queue',
  short(sigterm),
)

test(
  'the mail server is down: joining works, and the letter goes out later, also after a restart',
  short(mail),
)
