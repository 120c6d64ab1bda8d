import { Refusal } from '#contract/refusals.ts'
import { transaction } from '../platform/db/db.ts'
import { anonymous } from '../platform/http/viewer.ts'
import { listedItems } from '../safety/items.ts'
import { audit } from './audit.ts'
import type { Staff } from './staff.ts'

/**
 * Staff feature a video (ruling 16). Only what signed-out visitors can find may be featured.
 * Repeating either changes and logs nothing.
 */
export async function setFeatured(viewer: Staff, id: string, is_featured: boolean): Promise<undefined> {
  await transaction(async (tx) => {
    const item = await listedItems(anonymous, tx)
      .select(['content.id', 'content.is_featured'])
      .where('content.id', '=', id)
      .forUpdate('content')
      .executeTakeFirst()
    if (!item) throw new Refusal('not_found')
    if (item.is_featured === is_featured) return
    await tx.updateTable('content').set({ is_featured }).where('id', '=', id).execute()
    const subject = { kind: 'content', id }
    await audit(tx, { did: is_featured ? 'feature' : 'unfeature', actor: viewer.id, subject })
  })
}
