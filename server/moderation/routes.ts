import * as featured from '#contract/featured.ts'
import * as contract from '#contract/mod.ts'
import * as floods from '#contract/mod-floods.ts'
import * as notices from '#contract/mod-notices.ts'
import * as own from '#contract/statements.ts'
import { mount } from '../platform/http/mount.ts'
import { member } from '../platform/http/viewer.ts'
import { act } from './act.ts'
import { appeal } from './appeal.ts'
import { oneCase } from './case.ts'
import { claim, unclaim } from './claim.ts'
import { decideAppeal } from './decide-appeal.ts'
import { dismissFlood } from './flood-dismissal.ts'
import { claimsOfFlood, floodsOf } from './flood-list.ts'
import { setFeatured } from './feature.ts'
import { giveUpNotice, lostNotices, placeNotice } from './notice-place.ts'
import { queue } from './queue.ts'
import { staff } from './staff.ts'
import { oneStatement, statementsOf } from './statements.ts'

export const moderationRoutes = [
  mount(own.listStatements, ({ viewer }) => statementsOf(member(viewer))),
  mount(own.getStatement, ({ viewer, params }) => oneStatement(member(viewer), params.id)),
  mount(own.appeal, ({ viewer, params, body }) => appeal(member(viewer), params.id, body.words)),
  mount(contract.listCases, ({ viewer, query }) => queue(staff(viewer), query)),
  mount(contract.getCase, ({ viewer, params }) => oneCase(staff(viewer), params.id)),
  mount(contract.claimCase, ({ viewer, params }) => claim(staff(viewer), params.id)),
  mount(contract.unclaimCase, ({ viewer, params }) => unclaim(staff(viewer), params.id)),
  mount(contract.act, ({ viewer, params, body }) => act(staff(viewer), params.id, body)),
  mount(featured.feature, ({ viewer, params }) => setFeatured(staff(viewer), params.id, true)),
  mount(featured.unfeature, ({ viewer, params }) => setFeatured(staff(viewer), params.id, false)),
  mount(floods.listFloods, ({ viewer, query }) => floodsOf(staff(viewer), query)),
  mount(floods.listFloodClaims, ({ viewer, params, query }) =>
    claimsOfFlood(staff(viewer), params.key, query),
  ),
  mount(floods.dismissFlood, ({ viewer, params, body }) =>
    dismissFlood(staff(viewer), params.key, body.claims),
  ),
  mount(notices.listLostNotices, ({ viewer }) => staff(viewer) && lostNotices()),
  mount(notices.placeNotice, ({ viewer, params, body }) =>
    placeNotice(staff(viewer), params.id, body.address),
  ),
  mount(notices.giveUpNotice, ({ viewer, params }) => giveUpNotice(staff(viewer), params.id)),
  mount(contract.decideAppeal, ({ viewer, params, body }) => decideAppeal(staff(viewer), params.id, body)),
]
