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

export function brandRoutes(route: Router, { baseUrl }: { baseUrl: string }): void {
  const present = ({ logo, ...row }: BrandRow, organizationId: number): BrandRecord => {
    const { name, color, imprint, imprint_url, language } = row
    const brand = { name, color, imprint, imprint_url, language }
    if (logo === null) return { ...brand, logo }
    const { token, ...picture } = logo
    return { ...brand, logo: { ...picture, url: `${baseUrl}/a/${organizationId}-${token}` } }
  }

  route(showBrand, async (call) => ({
    data: present(await readBrand(call.sql, call, null), call.caller.organization_id),
  }))
  route(updateBrand, async (call) => ({
    data: present(await changeBrand(call.sql, call, null, call.fields), call.caller.organization_id),
  }))
  route(showListBrand, async (call) => ({
    data: present(await readBrand(call.sql, call, call.params.mailing_list_id), call.caller.organization_id),
  }))
  route(updateListBrand, async (call) => ({
    data: present(
      await changeBrand(call.sql, call, call.params.mailing_list_id, call.fields),
      call.caller.organization_id,
    ),
  }))
}
