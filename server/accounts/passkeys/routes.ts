import * as contract from '#contract/passkeys.ts'
import { mount } from '../../platform/http/mount.ts'
import { member } from '../../platform/http/viewer.ts'
import { me } from '../me.ts'
import { signedIn } from '../viewer.ts'
import { add, begin } from './add.ts'
import { passkeysOf, remove, rename } from './own.ts'
import { beginSignIn, signIn } from './sign-in.ts'

export const passkeyRoutes = [
  mount(contract.listPasskeys, ({ viewer }) => passkeysOf(member(viewer))),
  mount(contract.beginPasskey, ({ viewer, body, headers }) => begin(member(viewer), body, headers)),
  mount(contract.addPasskey, ({ viewer, body, request, headers }) =>
    add(member(viewer), body, request.headers, headers),
  ),
  mount(contract.renamePasskey, ({ viewer, params, body }) => rename(member(viewer), params.id, body.name)),
  mount(contract.removePasskey, ({ viewer, params, body }) => remove(member(viewer), params.id, body)),
  mount(contract.beginPasskeySignIn, ({ address, headers }) => beginSignIn(address, headers)),
  mount(contract.signInByPasskey, async ({ body, address, request, headers }) => {
    await signIn(body, { address, headers: request.headers }, headers)
    return { me: await me(await signedIn(headers)) }
  }),
]
