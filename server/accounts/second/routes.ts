import * as contract from '#contract/second-factor.ts'
import { mount } from '../../platform/http/mount.ts'
import { member } from '../../platform/http/viewer.ts'
import { me } from '../me.ts'
import { signedIn } from '../viewer.ts'
import { enterByCode, isHalfway } from './halfway.ts'
import { begin, codesAnew, confirm, end, secondFactorOf } from './settings.ts'

export const secondFactorRoutes = [
  mount(contract.getSecondFactor, ({ viewer }) => secondFactorOf(member(viewer))),
  mount(contract.beginSecondFactor, ({ viewer, body }) => begin(member(viewer), body)),
  mount(contract.confirmSecondFactor, ({ viewer, body }) => confirm(member(viewer), body.code)),
  mount(contract.endSecondFactor, ({ viewer, body }) => end(member(viewer), body)),
  mount(contract.newRecoveryCodes, ({ viewer, body }) => codesAnew(member(viewer), body)),
  mount(contract.getHalfway, ({ request }) => isHalfway(request.headers)),
  mount(contract.signInByCode, async ({ body, address, request, headers }) => {
    await enterByCode(body.code, { address, headers: request.headers }, headers)
    return { me: await me(await signedIn(headers)) }
  }),
]
