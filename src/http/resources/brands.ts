import { changeBrand, readBrand } from '../../actions/resources/brands.ts'
import {
  showBrand,
  showListBrand,
  updateBrand,
  updateListBrand,
  type BrandRecord,
} from '../../contract/resources/brands.ts'
import type { BrandRow } from '../../store/resources/brands.ts'
import type { Router } from '../route/bind.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { Caller } from '../../store/callers.ts'

export function brandRoutes(route: Router, { baseUrl }: { baseUrl: string }): void {
  const present = (
    { logo, ...row }: BrandRow,
    { organization_id: organizationId, time_zone: zone }: Caller,
  ): BrandRecord => {
    const { name, color, imprint, imprint_url, language } = row
    const updated_at = formatInstant(row.updated_at.getTime(), zone)
    const brand = { name, color, imprint, imprint_url, language, updated_at }
    if (logo === null) return { ...brand, logo }
    const { token, ...picture } = logo
    return { ...brand, logo: { ...picture, url: `${baseUrl}/a/${organizationId}-${token}` } }
  }

  route(showBrand, async (call) => ({
    data: present(await readBrand(call.sql, call, null), call.caller),
  }))
  route(updateBrand, async (call) => ({
    data: present(await changeBrand(call.sql, call, null, call.fields), call.caller),
  }))
  route(showListBrand, async (call) => ({
    data: present(await readBrand(call.sql, call, call.params.mailing_list_id), call.caller),
  }))
  route(updateListBrand, async (call) => ({
    data: present(await changeBrand(call.sql, call, call.params.mailing_list_id, call.fields), call.caller),
  }))
}
