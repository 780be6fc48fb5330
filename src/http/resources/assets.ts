import {
  addAsset,
  copyAsset,
  findPictures,
  findPictureUses,
  removeAsset,
} from '../../actions/resources/assets.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import * as contract from '../../contract/resources/assets.ts'
import type { AssetRecord } from '../../contract/resources/assets.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { PictureRules } from '../../actions/resources/foreign-picture.ts'
import type { Caller } from '../../store/callers.ts'
import type { AssetRow } from '../../store/resources/assets.ts'
import type { Router } from '../route/bind.ts'

/** `pictures`: from where they may be copied. */
type AssetParts = { baseUrl: string; pictures: PictureRules }

export function assetRoutes(route: Router, { baseUrl, pictures }: AssetParts): void {
  const present = (row: AssetRow, caller: Caller) => presentAsset(row, caller, baseUrl)

  route(contract.listAssets, async (call) => {
    const page = call.page()
    const { filename_contains: filenameContains = '', uses: withUses = false } = call.query
    const { rows, count, useCounts } = await call.whileConnected((signal) =>
      findPictures(call.sql, call, { filenameContains, withUses, page, signal }),
    )
    const data = rows.map((row) => ({
      ...present(row, call.caller),
      ...(useCounts === undefined ? {} : { use_count: useCounts && (useCounts.get(row.token) ?? 0) }),
    }))
    return { data, paging: pagingOf(page, count) }
  })

  route(
    contract.createAsset,
    async (call) => ({ data: present(await addAsset(call.sql, call, call.fields), call.caller) }),
    { bodyLimit: contract.assetBodyMax },
  )

  route(contract.copyAsset, async (call) => ({
    data: present(await copyAsset(call.sql, call, call.fields, pictures), call.caller),
  }))

  route(contract.showAssetUses, async (call) => {
    const uses = await call.whileConnected((signal) =>
      findPictureUses(call.sql, call, call.params.id, signal),
    )
    return { data: { uses } }
  })

  route(contract.deleteAsset, async (call) => {
    await removeAsset(call.sql, call, call.params.id)
    return { data: null }
  })
}

function presentAsset({ token, created_at, ...row }: AssetRow, caller: Caller, baseUrl: string): AssetRecord {
  return {
    ...row,
    url: `${baseUrl}/a/${caller.organization_id}-${token}`,
    created_at: formatInstant(created_at.getTime(), caller.time_zone),
  }
}
