import { addAsset, removeAsset } from '../../actions/resources/assets.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import { assetBodyMax, createAsset, deleteAsset, listAssets } from '../../contract/resources/assets.ts'
import type { AssetRecord } from '../../contract/resources/assets.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { Caller } from '../../store/callers.ts'
import { findAssets } from '../../store/resources/assets.ts'
import type { AssetRow } from '../../store/resources/assets.ts'
import type { Router } from '../route/bind.ts'

export function assetRoutes(route: Router, { baseUrl }: { baseUrl: string }): void {
  const present = (row: AssetRow, caller: Caller) => presentAsset(row, caller, baseUrl)

  route(listAssets, async (call) => {
    const request = call.page()
    const { rows, count } = await findAssets(call.sql, call.caller.organization_id, request)
    return { data: rows.map((row) => present(row, call.caller)), paging: pagingOf(request, count) }
  })

  route(
    createAsset,
    async (call) => ({ data: present(await addAsset(call.sql, call, call.fields), call.caller) }),
    { bodyLimit: assetBodyMax },
  )

  route(deleteAsset, async (call) => {
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
